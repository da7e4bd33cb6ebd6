// Daily limits: they apply until the day's last second, and to one account only.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import type { Writer } from '../../src/storage/reader-writer.ts';
import { countUse } from '../../src/stores/quotas/daily-use.ts';
import { checkMayEnterCode } from '../../src/stores/second-factor/wrong-code-store.ts';
import { startTestServer } from '../support/server.ts';

const NOW = 1_780_000_000;
const DAY = 86_400;

const server = await startTestServer();
const { database } = server.server.services;
const [mel, mia] = await Promise.all([server.as('mel'), server.as('mia')]);

/** A unit of work at a given time. */
function at<T>(now: number, unit: (writer: Writer) => Promise<T>): Promise<T> {
  return database.write(1, (writer) => {
    const { db, engine, organizationId, secrets } = writer;
    const execute: Writer['execute'] = (sql, values) => writer.execute(sql, values);
    return unit({ db, engine, organizationId, secrets, execute, now } as Writer);
  });
}

test('a quota’s day starts with its first use, and the next one with the first use after it', async () => {
  const use = (moment: number, accountId = mel.userId) =>
    at(moment, (writer) => countUse(writer, accountId, 'uploads', 2));
  assert.equal(await use(NOW), 2);
  assert.equal(await use(NOW + 1), 4);
  assert.equal(await use(NOW + 2, mia.userId), 2);
  assert.equal(await use(NOW + DAY - 1), 6);
  assert.equal(await use(NOW + DAY), 2);
  assert.equal(await use(NOW + DAY + DAY - 1), 4);
  assert.equal(await use(NOW), 2, 'a day that begins later than now was begun by a wrong clock');
});

test('after a day’s wrong codes, no more are checked until the first is a day old', async () => {
  await at(NOW, async (writer) => {
    for (let code = 0; code < limits.wrongCodesPerDay; code += 1)
      await writer.db
        .insertInto('wrong_code')
        .values({ organization_id: 1, account_id: mel.userId, failed_at: NOW + code, is_told: 0 })
        .execute();
  });
  const isStopped = (now: number, accountId = mel.userId) =>
    checkMayEnterCode(database.reader(1), accountId, now).then(
      () => false,
      () => true,
    );
  assert.deepEqual(
    await Promise.all([
      isStopped(NOW + 60),
      isStopped(NOW + DAY - 1),
      isStopped(NOW + DAY),
      isStopped(NOW + 60, mia.userId),
    ]),
    [true, true, false, false],
  );
});
