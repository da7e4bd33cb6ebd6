// Attempts and periods of validity, at their bounds and beyond.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { DueJob, type DueKind } from '../../src/jobs/due-job.ts';
import { formatTime } from '../../src/model/mail-texts/dates.ts';
import { retryPolicies } from '../../src/model/outbox/retry-policies.ts';
import type { ExportRow } from '../../src/stores/exports/export.ts';
import { checkExportRate } from '../../src/stores/exports/export-rules.ts';

const NOW = 1_780_000_000;
const WEEK = 7 * 86_400;

test('an export counts for a week, unless it failed', () => {
  const exportAt = (ago: number, failed_at: number | null = null) =>
    ({ asked_at: NOW - ago, failed_at }) as ExportRow;
  const many = (one: ExportRow, more: readonly ExportRow[] = []) =>
    checkExportRate([...Array<ExportRow>(limits.exportsPerWeek - 1).fill(exportAt(0)), one, ...more], NOW);
  assert.throws(() => many(exportAt(WEEK - 1)), /Exceeded rate limit/);
  assert.doesNotThrow(() => many(exportAt(WEEK), [exportAt(WEEK + 1)]));
  assert.doesNotThrow(() => many(exportAt(0, NOW)));
});

test('a time in a mail is in each person’s time zone', () => {
  const texts = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe'].map((zone) =>
    formatTime('en', Date.UTC(2026, 10, 26, 20, 15) / 1000, zone),
  );
  for (const [index, time] of [/26.*8:15/, /27.*1:45/, /26.*4:45/, /27.*7:15/].entries())
    assert.match(texts[index] ?? '', time);
  assert.equal(formatTime('en', 0), formatTime('en', 0, 'UTC'));
});

test('scheduled messages and reminders that fail for a temporary reason are attempted five times, each separately', async () => {
  const rows = [1, 2].map((id) => ({ id, organization_id: 1 }));
  const givenUp: number[] = [];
  const logLines: unknown[] = [];
  let tries = 0;
  const kind: DueKind<(typeof rows)[number]> = {
    name: 'failing',
    retries: retryPolicies.scheduledMessage,
    next: async () => 0,
    due: async () => rows.filter(({ id }) => !givenUp.includes(id) && (id === 1 || tries >= 2)),
    delivery: async () => {
      throw new Error('a fault');
    },
    failure: async (_place, { id }) => {
      givenUp.push(id);
      return async () => undefined;
    },
    wakeOn: () => undefined,
  };
  const services = {
    database: { reader: () => ({}), write: async () => undefined },
    hubs: { upToDate: async () => ({ state: {}, reader: {} }) },
    log: { error: (fields: unknown) => logLines.push(fields) },
  };
  const job = new DueJob(services as never, kind);
  const givenUpAfter: number[][] = [];
  for (tries = 0; tries < 7; tries += 1) {
    await job.run(NOW, new AbortController().signal).catch((error) => assert.equal(error.message, 'a fault'));
    givenUpAfter.push([...givenUp]);
  }
  assert.deepEqual(givenUpAfter, [[], [], [], [], [1], [1], [1, 2]]);
  assert.equal(logLines.length, 2);
});
