// How `npm run test:browser` runs `tests/browser/*.browser.ts` (docs/design/web-build.md).

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';

// Cache compiled modules, as the server does.
process.env.NODE_COMPILE_CACHE = fileURLToPath(new URL('node_modules/.cache/parley', import.meta.url));

const runsQuarantined = process.env.PARLEY_TEST_QUARANTINED !== undefined;

export default defineConfig({
  testDir: 'tests/browser',
  testMatch: '*.browser.ts',
  projects: runsQuarantined
    ? [{ name: 'quarantine', grep: /@quarantine/ }]
    : [
        { name: 'every-change', grepInvert: /@quarantine|@nightly/ },
        { name: 'nightly', grep: /@nightly/, grepInvert: /@quarantine/ },
      ],
  outputDir: 'build/browser-tests',
  globalSetup: './scripts/browser-tests-setup.mjs',
  // Node.js strips the types of all files itself, as it does outside of tests.
  build: { external: ['**'] },
  // One more than the processors, since tests sometimes wait for the disk.
  workers: availableParallelism() + 1,
  forbidOnly: process.env.CI !== undefined,
  // Long, since a shared machine may stop any test for seconds.
  timeout: 300_000,
  expect: { timeout: 30_000, toPass: { timeout: 30_000 } },
  use: {
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Taking screenshots would cost a tenth of the processor time of a run.
    trace: { mode: 'retain-on-failure', screenshots: false },
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    launchOptions: {
      executablePath: process.env.PARLEY_TEST_CHROMIUM ?? '/usr/bin/chromium',
      args: ['--disable-gpu', '--disable-quic'],
    },
  },
});
