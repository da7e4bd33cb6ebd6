// Text in the HTML part of a mail: addresses in it become links. What ends a sentence ends no address.

import { escapeHtml } from '../html-text.ts';

/** A text as HTML, with addresses as links that look as a style says. */
export function linkedHtml(text: string, style: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?')])/)
    .map((piece, index) => {
      const escaped = escapeHtml(piece);
      return index % 2 === 1 ? `<a class="link" href="${escaped}" style="${style}">${escaped}</a>` : escaped;
    })
    .join('');
}
