// Formats links from texts of other services as Markdown.

import { literalText, unescapedText } from './literal-text.ts';

/** Whether a text is an address that links may lead to. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** A link with a plain label; without a label, the address itself. */
export function linkTo(url: string, label: string): string {
  const plain = inOneLine(label);
  return plain === '' || plain === url ? plainAddress(url) : labeledLink(url, literalText(plain));
}

/** A link with a label in Markdown. */
export function formattedLink(url: string, label: string): string {
  const markdown = inOneLine(label);
  return markdown === '' || unescapedText(markdown) === url ? plainAddress(url) : labeledLink(url, markdown);
}

function inOneLine(label: string): string {
  return label.replaceAll(/[[\]\n]/g, ' ').trim();
}

function plainAddress(url: string): string {
  return url.replaceAll(/[*`$\s]|~(?=~)|(?<=~)~/g, percentEncode);
}

function labeledLink(url: string, label: string): string {
  return `[${label}](${plainAddress(url).replaceAll(/[()]/g, percentEncode)})`;
}

/** Percent-encodes a character. */
function percentEncode(character: string): string {
  return Buffer.from(character).toString('hex').toUpperCase().replaceAll(/../g, '%$&');
}
