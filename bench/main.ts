// The bench: measures every row of the performance budget against the bare floor of this machine, in one run. See
// docs/design/performance.md. Slow results never fail it, only a row that cannot be measured.

import { parseOptions } from './options.ts';
import { cleanUp, cleanUpOnSignals } from './processes.ts';
import { table, writeResults } from './report.ts';
import { runBench } from './run.ts';

async function main(args: readonly string[]): Promise<number> {
  const isMix = args[0] === 'mix';
  const options = parseOptions(isMix ? args.slice(1) : args);
  if (!options) return 0;
  cleanUpOnSignals();
  const startedAt = performance.now();
  const log = (line: string) => {
    process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
  };
  try {
    if (isMix) {
      const { runMix } = await import('./mix/mix.ts');
      const { mixReport } = await import('./mix/report.ts');
      process.stdout.write(`${mixReport(await runMix(options, log))}\n`);
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
