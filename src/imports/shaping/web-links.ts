// Links in texts of other services, such as Markdown here reads them.

import { asRead, literalText } from './literal-text.ts';

/** Whether a text is an address that a link may lead to. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** A link that reads as its label; without one the address itself. */
export function linkTo(url: string, label: string): string {
  const shown = inOneLine(label);
  return shown === '' || shown === url ? plainAddress(url) : labelled(url, literalText(shown));
}

/** A link whose label is Markdown. */
export function formattedLink(url: string, label: string): string {
  const shown = inOneLine(label);
  return shown === '' || asRead(shown) === url ? plainAddress(url) : labelled(url, shown);
}

function inOneLine(label: string): string {
  return label.replaceAll(/[[\]\n]/g, ' ').trim();
}

function plainAddress(url: string): string {
  return url.replaceAll(/[*`$\s]|~(?=~)|(?<=~)~/g, encoded);
}

function labelled(url: string, label: string): string {
  return `[${label}](${plainAddress(url).replaceAll(/[()]/g, encoded)})`;
}

/** A character as addresses write it: each byte of it in two hexadecimal digits. */
function encoded(character: string): string {
  return Buffer.from(character).toString('hex').toUpperCase().replaceAll(/../g, '%$&');
}
