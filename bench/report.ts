// Formats the table of results, and writes the file with all figures.

import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Budget, RowResult } from './measure/result.ts';
import type { BenchOptions } from './options.ts';
import { root } from './processes.ts';

const HEADINGS = [
  '',
  'budget',
  '',
  'p50 ms',
  'p99 ms',
  'floor p50',
  'ratio',
  'per second',
  "of floor's",
  'cpu ms',
  'alone',
  'MB',
  'floor MB',
];

function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return '';
  if (value >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(value < 1 ? 2 : 3);
}

function budgetText(budget: Budget): string {
  const parts = [
    budget.p50 !== undefined && `${figure(budget.p50)} ms`,
    budget.processor !== undefined && `${figure(budget.processor)} ms cpu`,
    budget.memory !== undefined && `${budget.memory} MB`,
    budget.shareOfRate !== undefined && `${Math.round(budget.shareOfRate * 100)} % of floor`,
  ];
  return parts.filter(Boolean).join(', ');
}

function share({ server, floor }: RowResult): number | undefined {
  return server.rate !== undefined && floor?.rate !== undefined ? server.rate / floor.rate : undefined;
}

/** Marks results over budget. This is not a failure, since the machine may be busy. */
function verdict(result: RowResult): string {
  const { budget, server } = result;
  const exceeds = (value: number | undefined, maximum: number | undefined) =>
    value !== undefined && maximum !== undefined && value > maximum;
  const isOver =
    exceeds(server.p50, budget.p50) ||
    exceeds(server.processor, budget.processor) ||
    exceeds(server.memory, budget.memory) ||
    exceeds(budget.shareOfRate, share(result));
  return isOver ? 'over' : '';
}

function cells(result: RowResult): string[] {
  const { name, budget, server, floor, skipped } = result;
  if (skipped !== undefined) return [name, budgetText(budget), `not measured: ${skipped}`];
  const ratio =
    server.p50 !== undefined && floor?.p50 !== undefined ? `${figure(server.p50 / floor.p50)} ×` : '';
  const part = share(result);
  return [
    name,
    budgetText(budget),
    verdict(result),
    figure(server.p50),
    figure(server.p99),
    figure(floor?.p50),
    ratio,
    figure(server.rate),
    part === undefined ? '' : `${Math.round(part * 100)} %`,
    figure(server.processor),
    figure(server.processorAlone),
    figure(server.memory),
    figure(floor?.memory),
  ];
}

export function table(results: readonly RowResult[]): string {
  const rows = [HEADINGS, ...results.map(cells)];
  // A row that was not measured has a sentence instead of figures.
  const widths = HEADINGS.map((_, column) =>
    Math.max(
      ...rows
        .filter((row) => row.length === HEADINGS.length || column < 2)
        .map((row) => (row[column] ?? '').length),
    ),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column < 3 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Writes all results to a file; returns its path. */
export async function writeResults(options: BenchOptions, results: readonly RowResult[]): Promise<string> {
  const directory = join(root, 'bench/results');
  await mkdir(directory, { recursive: true });
  const file = join(directory, `${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
  const machine = {
    cores: cpus().length,
    processor: cpus()[0]?.model,
    memoryBytes: totalmem(),
    node: process.version,
  };
  await writeFile(file, `${JSON.stringify({ machine, options, results }, undefined, 2)}\n`);
  return file;
}
