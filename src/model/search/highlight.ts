// Marks what a search found in HTML and in topics: whole words whose stem was searched for. Tags are never split,
// and formulas are left alone.

import { escapeHtml } from '../html-text.ts';
import { wordsAt } from './words.ts';

const OPEN = '<span class="highlight">';
const CLOSE = '</span>';
const TAG = /<[^>]*>/g;
const REFERENCE = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g;
const FORMULA = '<span class="katex">';

interface Hit {
  start: number;
  end: number;
}

/** Where words with one of the stems stand; parts of one address (`docs.example.org`), and words that touch, are one. */
function hitsIn(text: string, stems: ReadonlySet<string>): Hit[] {
  const hits: Hit[] = [];
  for (const { index, length, stem } of wordsAt(text)) {
    if (!stems.has(stem)) continue;
    const last = hits.at(-1);
    const continues = last && (last.end === index || (last.end + 1 === index && text[last.end] === '.'));
    if (continues) last.end = index + length;
    else hits.push({ start: index, end: index + length });
  }
  return hits;
}

/** A stretch of HTML without tags, marked. */
function markText(html: string, stems: ReadonlySet<string>): string {
  // Character references are no words; blanks of the same length keep all places.
  const text = html.includes('&')
    ? html.replace(REFERENCE, (reference) => ' '.repeat(reference.length))
    : html;
  let marked = '';
  let done = 0;
  for (const { start, end } of hitsIn(text, stems)) {
    marked += `${html.slice(done, start)}${OPEN}${html.slice(start, end)}${CLOSE}`;
    done = end;
  }
  return marked + html.slice(done);
}

/** The position after the `span` that opens at `start`. */
function spanEnd(html: string, start: number): number {
  const tags = /<(\/?)span\b[^>]*>/g;
  tags.lastIndex = start;
  let depth = 0;
  for (let tag = tags.exec(html); tag !== null; tag = tags.exec(html)) {
    depth += tag[1] === '' ? 1 : -1;
    if (depth === 0) return tags.lastIndex;
  }
  return html.length;
}

/** HTML with the words marked that have one of the stems. */
export function highlightHtml(html: string, stems: readonly string[]): string {
  const wanted = new Set(stems);
  if (wanted.size === 0) return html;
  let marked = '';
  let done = 0;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(html); tag !== null; tag = TAG.exec(html)) {
    marked += markText(html.slice(done, tag.index), wanted);
    done = html.startsWith(FORMULA, tag.index) ? spanEnd(html, tag.index) : TAG.lastIndex;
    marked += html.slice(tag.index, done);
    TAG.lastIndex = done;
  }
  return marked + markText(html.slice(done), wanted);
}

/** A topic as HTML, with the words marked that have one of the stems. */
export function highlightTopic(topic: string, stems: readonly string[]): string {
  return highlightHtml(escapeHtml(topic), stems);
}
