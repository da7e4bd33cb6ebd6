// Messages that were pinned in Slack are pinned for everyone after an import.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { freshDatabase, startTestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { channelNamed, notesOfPins, pinsOf } from './imported-pins.ts';
import { clientOf, importTarget, runImport } from './importing.ts';
import { slackFiles, writeExport } from './slack-archive.ts';

const options = { isDemo: false, dataDirectory: temporaryFolder(), databaseUrl: await freshDatabase() };
const server = await startTestServer(options);
const target = await importTarget(server);
after(() => target.close());

describe('pins of a Slack export', async () => {
  const report = await runImport(await writeExport(slackFiles()), target);
  const clientFor = (email: string) => clientOf(server, target, report.organizationId ?? 0, email);
  const [ann, ben] = [await clientFor('ann@ship.example'), await clientFor('ben@ship.example')];
  const general = await channelNamed(ann, 'general');

  test('have the person and time that the message names, or else those in the list of channels', async () => {
    assert.deepEqual(await pinsOf(ben, { stream_id: general }), [
      ['Who **sai', ben.userId, 500],
      ['I do', ann.userId, 400],
    ]);
    assert.equal(report.came.pins, 3);
  });

  test('have the sender and the time of the message if the archive names neither person nor time', async () => {
    assert.deepEqual(await pinsOf(ann, { user_ids: [ben.userId] }), [['between @', ben.userId, 35]]);
  });

  test('of files, of missing messages and in other channels are reported', () => {
    assert.deepEqual(notesOfPins(report.missing), [
      ['files are not pinned, only messages', 1],
      ['the messages are pinned in conversations that they are not in', 1],
      ['their messages are not imported', 1],
    ]);
  });

  test('are found by a search, and pinning them again posts no notice', async () => {
    const narrow = JSON.stringify([{ operator: 'is', operand: 'pinned' }]);
    const page = { anchor: 'newest', num_before: 10, num_after: 0, narrow };
    const found = (await ann.ok('GET', '/messages', page)).messages;
    assert.equal(found.length, 3);
    const [first] = found;
    const newest = async () =>
      (await ann.ok('GET', '/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).messages[0].id;
    const before = await newest();
    await ann.ok('DELETE', `/messages/${first.id}/pin`);
    await ann.ok('POST', `/messages/${first.id}/pin`);
    assert.equal(await newest(), before);
  });
});
