// Inline rules for `***both***`, `**strong**`, `*emphasis*` and `~~struck~~`, none of them across lines.
// Underscores have no meaning.

import { element } from './html.ts';
import type { InlineRule } from './inline-parse.ts';

const BOTH = /\*\*\*(?!\s)([^*^\n]+)(?<!\s)\*\*\*/g;
const STRONG = /\*\*([^\n]+?)\*\*/g;
const EMPHASIS = /\*(?!\s)([^*^\n]+)(?<!\s)\*/g;
const STRUCK = /(?<!~)~~([^~\n]+)~~(?!~)/g;

/**
 * The deepest nesting of emphasis, which is matched from the inside out: each level is another pass over the text.
 */
const MAX_DEPTH = 8;

function replaceFromInside(
  text: string,
  pattern: RegExp,
  replace: (source: string, inner: string) => string,
): string {
  let before = text;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const after = before.replace(pattern, replace);
    if (after === before) break;
    before = after;
  }
  return before;
}

export const strongEmphasis: InlineRule = {
  name: 'strong emphasis',
  trigger: '***',
  apply: (text, run) =>
    replaceFromInside(text, BOTH, (source, inner) =>
      run.placeholderFor(element('strong', {}, [element('em', {}, run.parseInner(inner))]), source),
    ),
};

export const strong: InlineRule = {
  name: 'strong',
  trigger: '**',
  apply: (text, run) =>
    text.replace(STRONG, (source, inner: string) =>
      run.placeholderFor(element('strong', {}, run.parseInner(inner)), source),
    ),
};

export const emphasis: InlineRule = {
  name: 'emphasis',
  trigger: '*',
  apply: (text, run) =>
    replaceFromInside(text, EMPHASIS, (source, inner) =>
      run.placeholderFor(element('em', {}, run.parseInner(inner)), source),
    ),
};

export const struck: InlineRule = {
  name: 'struck',
  trigger: '~~',
  apply: (text, run) =>
    text.replace(STRUCK, (source, inner: string) =>
      run.placeholderFor(element('del', {}, run.parseInner(inner)), source),
    ),
};
