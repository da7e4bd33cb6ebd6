// Links in texts of other services, such as Markdown here reads them.

import { literalText } from './literal-text.ts';

/** Whether a text is an address that a link may lead to. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** A link that reads as its label; without one the address itself. */
export function linkTo(url: string, label: string): string {
  const shown = label.replaceAll(/[[\]\n]/g, ' ').trim();
  const address = url.replaceAll(/[*`$\s]|~(?=~)|(?<=~)~/g, encoded);
  if (shown === '' || shown === url) return address;
  return `[${literalText(shown)}](${address.replaceAll(/[()]/g, encoded)})`;
}

/** A character as addresses write it: each byte of it in two hexadecimal digits. */
function encoded(character: string): string {
  return Buffer.from(character).toString('hex').toUpperCase().replaceAll(/../g, '%$&');
}
