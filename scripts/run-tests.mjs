// Runs the tests: `tests/**/*.test.ts` by default, the given files otherwise, `--clients` for other people's
// clients. With PARLEY_TEST_DATABASE_URL the same tests run on PostgreSQL too. Ends with how many passed.
// `--passed=FILE` also writes the names of the tests that passed on the embedded database.

import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { makeDemoTemplate } from './demo-template.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const wantsClients = args.includes('--clients');
const passedFile = args.find((arg) => arg.startsWith('--passed='))?.slice('--passed='.length);
const named = args.filter((arg) => !arg.startsWith('--'));
const pattern = wantsClients ? 'tests/clients/*.client.ts' : 'tests/**/*.test.ts';
const files = named.length > 0 ? named : globSync(pattern, { cwd: root }).sort();

const readable = ['--test-reporter=spec', '--test-reporter-destination=stdout'];
const passedNames = passedFile
  ? ['--test-reporter=./scripts/passed-tests-reporter.mjs', `--test-reporter-destination=${passedFile}`]
  : [];

const totals = { passed: 0, failed: 0, skipped: 0 };

function run(label, environment, reporters) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        '--test',
        `--test-concurrency=${Math.max(2, availableParallelism())}`,
        ...reporters,
        '--test-timeout=240000',
        ...files,
      ],
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

/** The tests on one engine, with a demo organization to copy. */
async function runOn(label, databaseUrl, reporters) {
  const template = await makeDemoTemplate(root, databaseUrl);
  await run(label, { PARLEY_TEST_DATABASE_URL: databaseUrl, ...template.environment }, reporters);
  await template.remove();
}

const databaseUrl = process.env.PARLEY_TEST_DATABASE_URL;
if (!args.includes('--only-postgres')) await runOn('embedded database', '', [...readable, ...passedNames]);
if (databaseUrl && !wantsClients && !args.includes('--only-embedded'))
  await runOn('PostgreSQL', databaseUrl, readable);
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
process.stdout.write(`${totals.passed} passed, ${totals.failed} failed${skipped}\n`);
process.exit(totals.failed === 0 && totals.passed > 0 ? 0 : 1);
