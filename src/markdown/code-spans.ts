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
    const closing = findClosing(text, runs);
    let result = '';
    let at = 0;
    for (const [index, ticks] of runs.entries()) {
      const close = closing[index];
      if (ticks.start < at || close === undefined) continue;
      const open = opening(text, ticks);
      const code = text.slice(open.start + open.length, close.start);
      const end = close.start + close.length;
      const source = text.slice(open.start, end);
      result += text.slice(at, open.start);
      result += run.hold(element('code', {}, [{ kind: 'verbatim', text: code }]), source);
      at = end;
    }
    return result + text.slice(at);
  },
};

/** Runs of backticks. */
function findTicks(text: string): Ticks[] {
  const runs: Ticks[] = [];
  for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at)) {
    let end = at;
    while (text[end] === '`') end++;
    runs.push({ start: at, length: end - at });
    at = end;
  }
  return runs;
}

/** What of a run may open code: a backslash hides its first backtick, unless another backslash hides that. */
function opening(text: string, { start, length }: Ticks): Ticks {
  let backslashes = 0;
  while (text[start - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 0 ? { start, length } : { start: start + 1, length: length - 1 };
}

/** For each run the next whole one of the length of what opens in it; within code a backslash hides nothing. */
function findClosing(text: string, runs: readonly Ticks[]): (Ticks | undefined)[] {
  const closing: (Ticks | undefined)[] = new Array(runs.length).fill(undefined);
  const nextOfLength = new Map<number, Ticks>();
  for (let index = runs.length - 1; index >= 0; index--) {
    const ticks = runs[index];
    if (ticks === undefined) continue;
    closing[index] = nextOfLength.get(opening(text, ticks).length);
    nextOfLength.set(ticks.length, ticks);
  }
  return closing;
}
