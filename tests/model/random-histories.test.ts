// Random histories of an organization, through the API of a whole server, must match the naive model for everyone: flags,
// personal history, unread lists, read receipts, pins. A failure prints the seed and the shortest failing history.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Step } from './history/step.ts';
import { HistoryDriver } from './history-driver.ts';

/** The histories per run, and their maximum length; ten take some seconds. */
const RUNS = Number(process.env.PARLEY_HISTORIES ?? 25);
const LENGTH = 40;
const SEED = Number(process.env.PARLEY_SEED ?? 20_260_801);

const driver = await HistoryDriver.start();

const number = fc.nat(1_000_000);
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...driver.kinds),
  who: number,
  what: number,
  where: number,
  how: number,
});

test('random histories match the naive model', { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: LENGTH, size: 'max' }), async (steps) => {
      const log = await driver.run(steps);
      const problem = await driver.firstDifference();
      assert.equal(problem, undefined, `${problem}\n${log.join('\n')}`);
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: process.env.PARLEY_SHRINK === undefined },
  );
});
