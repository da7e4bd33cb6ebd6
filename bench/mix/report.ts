// Prints what a server sustained.

import type { MixedFigures } from '../load/jobs.ts';
import type { MixResult, MixStep } from './mix.ts';

const number = (value: number | undefined, digits: number): string => value?.toFixed(digits) ?? '';

function stepLine({ rate, outcome, processorMilliseconds, memory }: MixStep): string {
  const worst = outcome.kinds.reduce((most, kind) => ((kind.p99 ?? 0) > (most.p99 ?? 0) ? kind : most));
  const late = outcome.late > 0 ? `, ${outcome.late} not answered` : '';
  return [
    String(rate).padStart(8),
    number(processorMilliseconds, 3).padStart(8),
    number(memory, 0).padStart(6),
    number(outcome.delivery.p50, 1).padStart(10),
    number(outcome.delivery.p99, 1).padStart(8),
    `  ${number(worst.p99, 1)} ms ${worst.name}${late}`,
  ].join('');
}

function kindLine({ name, answers, p50, p99 }: MixedFigures): string {
  return `${name.padEnd(32)}${String(answers).padStart(8)}${number(p50, 2).padStart(9)}${number(p99, 1).padStart(9)}`;
}

const HEAD = '    rate  cpu ms    MB  delivery     p99  slowest p99';

/** The results as text: all rates, the kinds at the last one that was sustained, and the minutes at a part of it. */
export function mixReport(results: readonly MixResult[]): string {
  const lines: string[] = [];
  for (const { name, steps, sustained, held } of results) {
    lines.push('', `${name}: ${sustained} requests a second`, HEAD, ...steps.map(stepLine));
    const best = steps.findLast(({ rate }) => rate === sustained);
    if (best) {
      lines.push('', `${`at ${sustained}`.padEnd(32)} answers   p50 ms   p99 ms`);
      lines.push(...best.outcome.kinds.map(kindLine), kindLine(best.outcome.delivery));
    }
    if (held.length > 0) lines.push('', 'minute by minute', HEAD, ...held.map(stepLine));
  }
  return lines.join('\n');
}
