// Files are kept if their rows may have been committed although the write failed; files of refused rows are removed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { failOneWrite, has } from './failing-writes.ts';
import { credentials, png, sendFiles } from './support.ts';

const server = await startTestServer();
const { services } = server.server;
const { fileStore } = services;
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);

const sent = {
  'an upload': {
    rowQuery: `select 1 from attachment where name = 'doubt.png'`,
    send: (bytes: Buffer) => sendFiles(mel, '/user_uploads', [{ name: 'doubt.png', bytes }]),
  },
  'a picture of a person': {
    rowQuery: `select 1 from account where avatar_source = 'U'`,
    send: (bytes: Buffer) => sendFiles(mel, '/users/me/avatar', [{ name: 'me.png', bytes }]),
  },
};

for (const [label, { rowQuery, send }] of Object.entries(sent)) {
  for (const [failure, stays] of [
    ['refused', false],
    ['lost', true],
    ['committed', true],
  ] as const) {
    test(`${label} whose row was ${failure} ${stays ? 'is kept' : 'is removed'}`, async (t) => {
      const { removed, hasFailed } = failOneWrite(t, services, failure, has(rowQuery));
      const answer = await send(await png(8, 8));
      assert.deepEqual([answer.status, hasFailed()], [stays ? 503 : 400, true], JSON.stringify(answer.body));
      assert.equal(removed.length, stays ? 0 : 1, `${removed}`);
    });
  }
}

for (const failure of ['refused', 'lost', 'committed'] as const) {
  test(`an export can be downloaded although the write that completed it was ${failure}`, async (t) => {
    const { id } = await olive.ok('POST', '/export/realm');
    const isComplete = has(`select 1 from data_export where id = ${id} and completed_at is not null`);
    const { removed, hasFailed } = failOneWrite(t, services, failure, isComplete);
    for (let round = 0; round < 2; round += 1) await server.server.scheduler.runDue();
    t.mock.restoreAll();
    await server.server.scheduler.runDue();
    assert.equal(hasFailed(), true);
    if (failure === 'committed') assert.deepEqual(removed, []);
    const { exports } = await olive.ok('GET', '/export/realm');
    const exportEntry = exports.find((one: { id: number }) => one.id === id);
    assert.equal(exportEntry.pending, false);
    assert.equal((await fetch(exportEntry.export_url, { headers: credentials(olive) })).status, 200);
    const folders = new Set<string>();
    for await (const path of fileStore.list('exports')) folders.add(path.split('/').slice(0, -1).join('/'));
    const all = exports.filter((one: { export_url: string | null }) => one.export_url !== null);
    assert.equal(folders.size, all.length, 'exactly one archive remains per complete export');
  });
}
