// `***both***`, `**strong**`, `*emphasis*` and `~~struck~~`, none of them across lines. Underscores mean nothing.

import { element } from './html.ts';
import type { InlineRule } from './inline-parse.ts';

const BOTH = /\*\*\*(?!\s)([^*^\n]+)(?<!\s)\*\*\*/g;
const STRONG = /\*\*([^\n]+?)\*\*/g;
const EMPHASIS = /\*(?!\s)([^*^\n]+)(?<!\s)\*/g;
const STRUCK = /(?<!~)~~([^~\n]+)~~(?!~)/g;

/** Emphasis in emphasis is found from the inside out, so deep and no deeper: each time the text is walked once more. */
const DEPTH = 8;

function fromInside(text: string, pattern: RegExp, held: (source: string, inner: string) => string): string {
  let before = text;
  for (let depth = 0; depth < DEPTH; depth++) {
    const after = before.replace(pattern, held);
    if (after === before) break;
    before = after;
  }
  return before;
}

export const strongEmphasis: InlineRule = {
  name: 'strong emphasis',
  trigger: '***',
  apply: (text, run) =>
    fromInside(text, BOTH, (source, inner) =>
      run.hold(element('strong', {}, [element('em', {}, run.open(inner))]), source),
    ),
};

export const strong: InlineRule = {
  name: 'strong',
  trigger: '**',
  apply: (text, run) =>
    text.replace(STRONG, (source, inner: string) => run.hold(element('strong', {}, run.open(inner)), source)),
};

export const emphasis: InlineRule = {
  name: 'emphasis',
  trigger: '*',
  apply: (text, run) =>
    fromInside(text, EMPHASIS, (source, inner) => run.hold(element('em', {}, run.open(inner)), source)),
};

export const struck: InlineRule = {
  name: 'struck',
  trigger: '~~',
  apply: (text, run) =>
    text.replace(STRUCK, (source, inner: string) => run.hold(element('del', {}, run.open(inner)), source)),
};
