// Marks search matches in HTML and in topics: whole words with a stem that was searched for. Tags are never
// split, and formulas are left unchanged.

import { escapeHtml } from '../html-text.ts';
import { positionedWords } from './search-words.ts';

const OPEN = '<span class="highlight">';
const CLOSE = '</span>';
const TAG = /<[^>]*>/g;
const REFERENCE = /&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g;
const FORMULA = '<span class="katex">';

interface Match {
  start: number;
  end: number;
}

/**
 * The positions of words with one of the stems. Adjacent matches, and parts of one domain name
 * (`docs.example.org`), are merged.
 */
function matchesIn(text: string, stems: ReadonlySet<string>): Match[] {
  const matches: Match[] = [];
  for (const { index, length, stem } of positionedWords(text)) {
    if (!stems.has(stem)) continue;
    const last = matches.at(-1);
    const continues = last && (last.end === index || (last.end + 1 === index && text[last.end] === '.'));
    if (continues) last.end = index + length;
    else matches.push({ start: index, end: index + length });
  }
  return matches;
}

/** Marks the matches in HTML without tags. */
function markText(html: string, stems: ReadonlySet<string>): string {
  // Character references are not words. Blanks of the same length preserve the positions.
  const text = html.includes('&')
    ? html.replace(REFERENCE, (reference) => ' '.repeat(reference.length))
    : html;
  let marked = '';
  let copiedTo = 0;
  for (const { start, end } of matchesIn(text, stems)) {
    marked += `${html.slice(copiedTo, start)}${OPEN}${html.slice(start, end)}${CLOSE}`;
    copiedTo = end;
  }
  return marked + html.slice(copiedTo);
}

/** The position after the `span` element that starts at `start`. */
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
  const stemSet = new Set(stems);
  if (stemSet.size === 0) return html;
  let marked = '';
  let copiedTo = 0;
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(html); tag !== null; tag = TAG.exec(html)) {
    marked += markText(html.slice(copiedTo, tag.index), stemSet);
    copiedTo = html.startsWith(FORMULA, tag.index) ? spanEnd(html, tag.index) : TAG.lastIndex;
    marked += html.slice(tag.index, copiedTo);
    TAG.lastIndex = copiedTo;
  }
  return marked + markText(html.slice(copiedTo), stemSet);
}

/** A topic as HTML, with the words marked that have one of the stems. */
export function highlightTopic(topic: string, stems: readonly string[]): string {
  return highlightHtml(escapeHtml(topic), stems);
}
