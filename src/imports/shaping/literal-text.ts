// Escapes text that had no markup at its origin, so that it has none here: marks become character references, which
// display the same. Also formats code, with marks longer than any within it.

import { decodeCharacterReferences } from '../../markdown/entities.ts';

/** Characters where they may act as markup. */
const MARKUP = new RegExp(
  [
    '`',
    // A star between spaces, as in a product, emphasizes nothing; at the beginning of a line it makes a list.
    String.raw`\*(?!(?<=\S[ \t]+\*)(?=[ \t]|$))`,
    '~(?=~|$)|(?<=^|~)~',
    String.raw`\$(?=\$|$)|(?<=^|\$)\$`,
    String.raw`\](?=\(|$)`,
    '<(?=time:)',
    String.raw`#(?<=^[ \t]*#)(?=#*(?:[ \t]|$))`,
    // The beginning of a character reference.
    String.raw`&(?=#?\w{1,32};)`,
  ].join('|'),
  'gimu',
);

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/** Escapes a text so that nothing in it mentions, formats or begins a heading. */
export function literalText(text: string): string {
  return text.replace(MARKUP, reference);
}

/** Escapes a text within marks of emphasis, and those marks too. */
export function literalWithinMarks(text: string): string {
  return literalText(text).replaceAll(/[~^]/g, reference);
}

/** Escapes a text, and also `>` at the beginning of lines, so that they are not quotes. */
export function literalLines(text: string): string {
  return literalText(text).replaceAll(/^([ \t]*)>/gm, '$1&gt;');
}

/** The text that an escaped text displays as. */
export function unescapedText(text: string): string {
  return decodeCharacterReferences(text);
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

/** A block of code. */
export function codeBlock(code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}\n${code}\n${fence}`;
}

/** Inline code; each line separately. */
export function inlineCode(code: string): string {
  return code.replaceAll(/[^\n]+/g, (line) => {
    const marks = '`'.repeat(longestRun(line) + 1);
    const gap = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
    return `${marks}${gap}${line}${gap}${marks}`;
  });
}

const MARK = /[*~`]/;
/** Characters after which a mark would be read differently. */
const NEEDS_SEPARATOR = /[*~`@#_]/;
/** An invisible separator between marks that would be read as one. */
const SEPARATOR = '\u200b';

/** A mention or channel link only works at the beginning of a word. */
const WITHIN_WORD = /[^\s'"({[/<]/;

function isMention(piece: string): boolean {
  return /^[@#]\*\*/.test(piece);
}

/** Joins pieces of a line so that each is read as it would be alone. */
export function joinInline(pieces: readonly string[]): string {
  const result: string[] = [];
  let last = '';
  for (const piece of pieces) {
    if (piece === '') continue;
    if (isMention(piece) && WITHIN_WORD.test(last)) result.push(' ');
    else if (NEEDS_SEPARATOR.test(last) && MARK.test(piece[0] ?? '')) result.push(SEPARATOR);
    result.push(piece);
    last = piece.at(-1) ?? '';
  }
  return result.join('');
}
