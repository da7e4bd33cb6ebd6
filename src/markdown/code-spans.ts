// Code spans: n backticks to the next n backticks, perhaps over several lines, edge spaces kept.

import { element } from './html.ts';
import type { InlineRule } from './inline-parse.ts';

interface Ticks {
  readonly start: number;
  readonly length: number;
}

export const codeSpans: InlineRule = {
  name: 'code span',
  trigger: '`',
  apply(text, run) {
    const runs = findTicks(text);
    const closing = findClosing(runs);
    let result = '';
    let at = 0;
    for (const [index, ticks] of runs.entries()) {
      const close = closing[index];
      if (ticks.start < at || close === undefined) continue;
      const code = text.slice(ticks.start + ticks.length, close.start);
      const end = close.start + close.length;
      const source = text.slice(ticks.start, end);
      result += text.slice(at, ticks.start);
      result += run.hold(element('code', {}, [{ kind: 'verbatim', text: code }]), source);
      at = end;
    }
    return result + text.slice(at);
  },
};

/** Runs of backticks; a backtick after a backslash belongs to none. */
function findTicks(text: string): Ticks[] {
  const runs: Ticks[] = [];
  for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at)) {
    const start = text[at - 1] === '\\' ? at + 1 : at;
    let end = start;
    while (text[end] === '`') end++;
    if (end > start) runs.push({ start, length: end - start });
    at = Math.max(end, at + 1);
  }
  return runs;
}

/** For each run the next one of the same length. */
function findClosing(runs: readonly Ticks[]): (Ticks | undefined)[] {
  const closing: (Ticks | undefined)[] = new Array(runs.length).fill(undefined);
  const nextOfLength = new Map<number, Ticks>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const ticks = runs[index];
    if (ticks === undefined) continue;
    closing[index] = nextOfLength.get(ticks.length);
    nextOfLength.set(ticks.length, ticks);
  }
  return closing;
}
