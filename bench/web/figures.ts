// The figures of a run of the browser's bench, and the table that shows them.

import { median } from '../measure/statistics.ts';

/** One measured quantity: its values over all rounds. */
export interface Figure {
  readonly section: string;
  readonly name: string;
  readonly unit: string;
  /** The factor by which the processor was slowed. */
  readonly slowed: number;
  readonly values: readonly number[];
  /** The highest value that counts as fast; undefined if there is no goal. */
  readonly goal?: number | undefined;
}

function rounded(value: number): string {
  if (Number.isNaN(value)) return 'none';
  return value >= 100 ? String(Math.round(value)) : String(Math.round(value * 10) / 10);
}

/** The figures as a table in Markdown, with medians and highest values. */
export function figureTable(figures: readonly Figure[]): string {
  const lines = figures.map(({ section, name, unit, slowed, values, goal }) => {
    const middle = median(values);
    const verdict = goal !== undefined && middle > goal ? ' (over)' : '';
    const cells = [
      `${section}: ${name}`,
      `${slowed} ×`,
      `${rounded(middle)} ${unit}${verdict}`,
      rounded(Math.max(...values)),
      goal === undefined ? '' : rounded(goal),
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return ['| what | slowed | median | highest | goal |', '|---|---|---|---|---|', ...lines].join('\n');
}
