// Text that meant nothing where it was written, kept from meaning something here: its marks become character references,
// which read as they do. And code, in marks that are longer than any within it.

import { decodeCharacterReferences } from '../../markdown/entities.ts';

/** Characters that may mean something, where they do. */
const MEANING = new RegExp(
  [
    '`',
    // One between spaces, as of a product, emphasizes nothing; at the beginning of a line it would make a list.
    String.raw`\*(?!(?<=\S[ \t]+\*)(?=[ \t]|$))`,
    '~(?=~|$)|(?<=^|~)~',
    String.raw`\$(?=\$|$)|(?<=^|\$)\$`,
    String.raw`\](?=\(|$)`,
    '<(?=time:)',
    String.raw`#(?<=^[ \t]*#)(?=#*(?:[ \t]|$))`,
    // What would stand for another character.
    String.raw`&(?=#?\w{1,32};)`,
  ].join('|'),
  'gimu',
);

function reference(character: string): string {
  return `&#${character.codePointAt(0)};`;
}

/** A text of one line or several in which nothing names anybody, formats or begins a heading. */
export function literalText(text: string): string {
  return text.replace(MEANING, reference);
}

/** The same within marks of emphasis, which take neither of these. */
export function literalWithinMarks(text: string): string {
  return literalText(text).replaceAll(/[~^]/g, reference);
}

/** The same where a line that begins with `>` is no quotation either. */
export function literalLines(text: string): string {
  return literalText(text).replaceAll(/^([ \t]*)>/gm, '$1&gt;');
}

/** The text that a literal text reads as. */
export function asRead(text: string): string {
  return decodeCharacterReferences(text);
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}

/** A block of code. */
export function fenced(code: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
  return `${fence}\n${code}\n${fence}`;
}

/** Code within a line; of several lines each is by itself. */
export function inlineCode(code: string): string {
  return code.replaceAll(/[^\n]+/g, (line) => {
    const marks = '`'.repeat(longestRun(line) + 1);
    const gap = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
    return `${marks}${gap}${line}${gap}${marks}`;
  });
}

const MARK = /[*~`]/;
/** Behind these too a mark would mean something else. */
const PARTED = /[*~`@#_]/;
/** Parts marks that would be read as one; nobody sees it. */
const BETWEEN = '\u200b';

/** A mention or the name of a channel means something only where a word begins. */
const NO_BEGINNING = /[^\s'"({[/<]/;

function isNaming(piece: string): boolean {
  return /^[@#]\*\*/.test(piece);
}

/** Pieces of a line one behind the other, each read as it was by itself. */
export function besideEachOther(pieces: readonly string[]): string {
  const parted: string[] = [];
  let last = '';
  for (const piece of pieces) {
    if (piece === '') continue;
    if (isNaming(piece) && NO_BEGINNING.test(last)) parted.push(' ');
    else if (PARTED.test(last) && MARK.test(piece[0] ?? '')) parted.push(BETWEEN);
    parted.push(piece);
    last = piece.at(-1) ?? '';
  }
  return parted.join('');
}
