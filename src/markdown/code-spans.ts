// Code spans: n backticks up to the next n backticks, possibly over several lines; spaces at the edges are kept.

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
      result += run.placeholderFor(element('code', {}, [{ kind: 'verbatim', text: code }]), source);
      at = end;
    }
    return result + text.slice(at);
  },
};

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

/** The part of a run that can open code: a backslash escapes its first backtick, unless it is itself escaped. */
function opening(text: string, { start, length }: Ticks): Ticks {
  let backslashes = 0;
  while (text[start - 1 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 0 ? { start, length } : { start: start + 1, length: length - 1 };
}

/** For each run, the next complete run of the length that would close it; within code, backslashes do not escape. */
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
