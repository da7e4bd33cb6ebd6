// Splits a SCIM filter into tokens: brackets, quoted texts, and words between white space.

import { scimError } from './scim-errors.ts';

export type FilterToken =
  | { readonly is: 'bracket'; readonly text: string }
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'word'; readonly text: string };

const NEXT = /\s*(?:([()[\]])|("(?:[^"\\]|\\.)*")|([^\s()[\]"]+))/suy;

/** The tokens of a text. @throws `invalidFilter` for an unterminated text */
export function filterTokens(text: string): readonly FilterToken[] {
  const tokens: FilterToken[] = [];
  const end = text.trimEnd().length;
  NEXT.lastIndex = 0;
  while (NEXT.lastIndex < end) {
    const position = NEXT.lastIndex;
    const found = NEXT.exec(text);
    if (!found)
      throw scimError(400, 'invalidFilter', `The string at character ${position + 1} is not closed.`);
    const [, bracket, quoted, word] = found;
    if (bracket !== undefined) tokens.push({ is: 'bracket', text: bracket });
    else if (quoted !== undefined) tokens.push({ is: 'text', text: textOf(quoted) });
    else tokens.push({ is: 'word', text: word ?? '' });
  }
  return tokens;
}

/** Decodes a text, which is written as in JSON. NUL is refused, because tables can neither store nor compare it. */
function textOf(quoted: string): string {
  const text = parseQuoted(quoted).toWellFormed();
  if (text.includes('\0'))
    throw scimError(400, 'invalidFilter', `${quoted} contains the character "\\u0000".`);
  return text;
}

function parseQuoted(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    throw scimError(400, 'invalidFilter', `${quoted} is not a string.`);
  }
}
