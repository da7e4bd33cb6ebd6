// Converts text to HTML for mails, with URLs as links. Punctuation at the end of a URL is not part of the link.

import { escapeHtml } from '../html-text.ts';

/** @param style the inline style of links */
export function linkedHtml(text: string, style: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?')])/)
    .map((piece, index) => {
      const escaped = escapeHtml(piece);
      return index % 2 === 1 ? `<a class="link" href="${escaped}" style="${style}">${escaped}</a>` : escaped;
    })
    .join('');
}
