// The HTML part of a mail, made of its text: paragraphs, with addresses as links. What ends a sentence ends no address.

import { escapeHtml } from '../html-text.ts';

function linked(text: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,:;!?')])/)
    .map((piece, index) => {
      const escaped = escapeHtml(piece);
      return index % 2 === 1 ? `<a href="${escaped}">${escaped}</a>` : escaped;
    })
    .join('');
}

/** A whole document around a body. */
export function htmlDocument(body: string): string {
  return `<!doctype html>\n<html><head><meta charset="utf-8"></head><body style="font-family: sans-serif">\n${body}\n</body></html>\n`;
}

/** The HTML part for a text. */
export function htmlOfText(text: string): string {
  const paragraphs = text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linked(paragraph).replaceAll('\n', '<br>\n')}</p>`);
  return htmlDocument(paragraphs.join('\n'));
}
