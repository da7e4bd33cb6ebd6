// The bench: measures every row of the performance budget against the bare floor of this machine, in one run. See
// docs/design/performance.md. Slow results never fail it, only a row that cannot be measured.

import { type BenchOptions, parseOptions } from './options.ts';
import { cleanUp, cleanUpOnSignals } from './processes.ts';
import { table, writeResults } from './report.ts';
import { runBench } from './run.ts';

/** What can be measured instead of the rows of the budget. */
const others: Readonly<
  Record<string, (options: BenchOptions, log: (line: string) => void) => Promise<void>>
> = {
  fleet: async (options, log) => (await import('./fleet/fleet.ts')).runFleet(options, log),
  mix: async (options, log) => (await import('./mix/mix.ts')).printMix(options, log),
};

async function main(args: readonly string[]): Promise<number> {
  const other = others[args[0] ?? ''];
  const options = parseOptions(other ? args.slice(1) : args);
  if (!options) return 0;
  cleanUpOnSignals();
  const startedAt = performance.now();
  const log = (line: string) => {
    process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
  };
  try {
    if (other) {
      await other(options, log);
      return 0;
    }
    const results = await runBench(options, log);
    process.stdout.write(`\n${table(results)}\n\n`);
    process.stdout.write(`${await writeResults(options, results)}\n`);
    return results.some(({ skipped }) => skipped !== undefined) ? 1 : 0;
  } finally {
    await cleanUp();
  }
}

main(process.argv.slice(2)).then(
  (status) => process.exit(status),
  (error: unknown) => {
    process.stderr.write(`The bench could not run: ${(error as Error)?.message ?? error}\n`);
    process.exit(1);
  },
);
