// Runs the tests: `tests/**/*.test.ts` by default, the given files otherwise, `--clients` for other people's
// clients. With PARLEY_TEST_DATABASE_URL the same tests run on PostgreSQL too. Ends with how many passed.

import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const wantsClients = args.includes('--clients');
const named = args.filter((arg) => !arg.startsWith('--'));
const pattern = wantsClients ? 'tests/clients/*.client.ts' : 'tests/**/*.test.ts';
const files = named.length > 0 ? named : globSync(pattern, { cwd: root }).sort();

const totals = { passed: 0, failed: 0, skipped: 0 };

function run(label, environment) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ['--test', '--test-concurrency=2', '--test-reporter=spec', '--test-timeout=240000', ...files],
      {
        cwd: root,
        // Each file is a process of its own: compiled modules are kept, as the server keeps them.
        env: { ...process.env, ...environment, NODE_COMPILE_CACHE: `${root}node_modules/.cache/parley` },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('close', (status) => {
      const count = (word) => Number(new RegExp(`^ℹ ${word} (\\d+)$`, 'm').exec(output)?.[1] ?? 0);
      totals.passed += count('pass');
      totals.failed += count('fail') + count('cancelled');
      totals.skipped += count('skipped');
      if (status !== 0 && count('fail') === 0) totals.failed += 1;
      process.stdout.write(`\n${label}: done\n`);
      resolve();
    });
  });
}

const { PARLEY_TEST_DATABASE_URL: databaseUrl, ...embedded } = process.env;
if (!args.includes('--only-postgres'))
  await run('embedded database', { ...embedded, PARLEY_TEST_DATABASE_URL: '' });
if (databaseUrl && !wantsClients) await run('PostgreSQL', {});
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
