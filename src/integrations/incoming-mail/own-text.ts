// Extracts the writer's own text from a reply by removing quotes of earlier mail. A forwarded mail remains.
// Works on lines, with patterns of bounded reach.

import { isForwardLine, isRule, quotesMailAt } from './quoted-mail.ts';

/** How many lines the introduction of a quote may span. */
const INTRODUCTION_LINES = 3;
const INTRODUCTION_LENGTH = 300;

/** `On Monday, Ann wrote:` in the common languages of mail programs. */
const introductions: readonly RegExp[] = [
  /^(?:-{2,} ?)?On\b.{4,250}\bwrote:?(?: ?-{2,})?$/iu,
  /^(?:-{2,} ?)?Am\b.{4,250}\b(?:schrieb|geschrieben)\b.{0,120}:$/iu,
  /^.{1,120}\bschrieb am\b.{4,120}:$/iu,
  /^Le\b.{4,250}\ba écrit\s?:$/iu,
  /^El\b.{4,250}\bescribió\s?:$/iu,
  /^Il\b.{4,250}\bha scritto\s?:$/iu,
  /^\d{4}-\d\d-\d\d\b.{4,200}<[^<>\s]{3,100}>:$/u,
  /^(?:Op|Em|Den|Dnia)\b.{4,250}\b(?:schreef|escreveu|skrev|napisał\(?a?\)?)\b.{0,120}:$/iu,
];

function isQuoted(line: string): boolean {
  return line.startsWith('>');
}

/** How many lines from `index` introduce a quote; 0 if none. */
function introductionAt(lines: readonly string[], index: number): number {
  let joined = '';
  for (let count = 1; count <= INTRODUCTION_LINES; count++) {
    const line = lines[index + count - 1]?.trim();
    if (!line) return 0;
    joined = joined === '' ? line : `${joined} ${line}`;
    if (joined.length > INTRODUCTION_LENGTH) return 0;
    const text = joined;
    if (introductions.some((pattern) => pattern.test(text))) return count;
  }
  return 0;
}

function nextWritten(lines: readonly string[], index: number): string {
  let at = index;
  while (lines[at]?.trim() === '') at++;
  return lines[at] ?? '';
}

/** Removes the rule that a mail program draws above a quote. */
function withoutRule(lines: readonly string[]): string[] {
  const end = lines.findLastIndex((line) => line.trim() !== '' && !isRule(line));
  return lines.slice(0, end + 1);
}

/** The lines without introductions, quotes and quoted mail. */
function ownLines(lines: readonly string[]): string[] {
  const own: string[] = [];
  const last = lines.findLastIndex((line) => !isQuoted(line) && line.trim() !== '');
  let isAfterIntroduction = false;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (isForwardLine(line)) return [...own, ...lines.slice(index)];
    if (quotesMailAt(lines, index)) return withoutRule(own);
    const length = introductionAt(lines, index);
    if (length > 0) {
      // Some programs do not mark quoted lines: then everything that follows is the earlier mail.
      if (!isQuoted(nextWritten(lines, index + length))) break;
      isAfterIntroduction = true;
      index += length - 1;
      continue;
    }
    // A quote without an introduction was inserted by the writer, unless it ends the mail.
    if (isQuoted(line) && (isAfterIntroduction || index > last)) continue;
    own.push(line);
  }
  return own;
}

/** The writer's own text; the whole text if nothing else would remain. */
export function withoutQuotes(text: string): string {
  const own = ownLines(text.split(/\r?\n/))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return own === '' ? text : own;
}

/** Cuts a text at its signature, if exactly one line is `--`. */
export function withoutSignature(text: string): string {
  const lines = text.split('\n');
  const marks = lines.flatMap((line, index) => (line.trim() === '--' ? [index] : []));
  return marks.length === 1 ? lines.slice(0, marks[0]).join('\n') : text;
}
