// Writes code blocks. Colors come from the tokens of Prism's grammars, and are written as flat spans that never
// cross a line.

import { tools } from '#markdown-tools';
import { grammarOf, languageName } from './code-languages.ts';
import { type CodePiece, flattenTokens } from './code-tokens.ts';
import { escapeText, escapeVerbatim } from './html.ts';

const MAX_LENGTH = 20_000;

/** Grammars that leave names and spaces unmarked where clients expect marks. */
const SCRIPT_GRAMMARS = new Set(['javascript', 'typescript', 'jsx', 'tsx']);
const NAME_OR_SPACE = /([\p{L}_$][\p{L}\p{N}_$]*)|([ \t]+)/gu;

/**
 * The HTML of a code block. `language` is the typed word in lower case, or '' for none; `highlighted` is the result
 * of `highlightCode`.
 */
export function writeCodeBlock(text: string, language: string, highlighted: string | undefined): string {
  const attribute =
    language === ''
      ? ''
      : ` data-code-language="${escapeText(languageName(language)).replaceAll('"', '&quot;')}"`;
  const code = highlighted ?? escapeVerbatim(text);
  return `<div class="codehilite"${attribute}><pre><span></span><code>${code}\n</code></pre></div>`;
}

/** Whether code is highlighted at all. */
export function isHighlighted(text: string, language: string): boolean {
  return grammarOf(language) !== undefined && text.length <= MAX_LENGTH;
}

/** The HTML of highlighted code; undefined if it is shown plain. */
export function highlightCode(text: string, language: string): string | undefined {
  const grammar = grammarOf(language);
  if (grammar === undefined || text.length > MAX_LENGTH) return undefined;
  const tokens = tools.tokenize(text, grammar);
  if (tokens === undefined) return undefined;
  const pieces = flattenTokens(tokens);
  return writePieces(SCRIPT_GRAMMARS.has(grammar) ? pieces.flatMap(withNames) : pieces);
}

function withNames(piece: CodePiece): CodePiece[] {
  if (piece[0] !== '') return [piece];
  const text = piece[1];
  const pieces: CodePiece[] = [];
  let at = 0;
  for (const match of text.matchAll(NAME_OR_SPACE)) {
    if (match.index > at) pieces.push(['', text.slice(at, match.index)]);
    pieces.push([match[1] === undefined ? 'w' : 'nx', match[0]]);
    at = match.index + match[0].length;
  }
  if (at < text.length) pieces.push(['', text.slice(at)]);
  return pieces;
}

function writePieces(pieces: readonly CodePiece[]): string {
  let html = '';
  for (const [className, text] of pieces) {
    if (className === '') {
      html += escapeVerbatim(text);
      continue;
    }
    const open = `<span class="${className}">`;
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) html += '\n';
      if (line !== '') html += `${open}${escapeVerbatim(line)}</span>`;
    }
  }
  return html;
}
