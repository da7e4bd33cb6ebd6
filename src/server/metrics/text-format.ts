// The text format of Prometheus: families of samples, each with help and type.

import type { Durations } from '../../api-contract/durations.ts';

export type Labels = Readonly<Record<string, string | number>>;
export type Sample = readonly [labels: Labels, value: number, suffix?: string];

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(String(value))}`);
  return pairs.length > 0 ? `{${pairs.join(',')}}` : '';
}

/** The samples of one histogram. */
export function* histogramSamples(
  labels: Labels,
  { bounds, counts, count, sum }: Durations,
): Iterable<Sample> {
  let below = 0;
  for (const [index, bound] of bounds.entries()) {
    below += counts[index] ?? 0;
    yield [{ ...labels, le: bound }, below, '_bucket'];
  }
  yield [{ ...labels, le: '+Inf' }, count, '_bucket'];
  yield [labels, sum, '_sum'];
  yield [labels, count, '_count'];
}

/**
 * A family of samples as lines.
 * @example family('parley_people_online', 'gauge', 'People who were active recently.', [[{}, 3]])
 */
export function family(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  samples: Iterable<Sample>,
): string[] {
  const lines = [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
  for (const [labels, value, suffix = ''] of samples)
    lines.push(`${name}${suffix}${labelText(labels)} ${value}`);
  return lines;
}
