// The first message at or after a time, compared with a scan of all messages: with gaps in the log, several messages in
// the same second, interleaved messages of other organizations, and no messages at all.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstIdSince } from '../../src/stores/messages/id-since.ts';
import { secondOrganization } from '../access/support.ts';
import { startTestServer } from '../support/server.ts';

const START = 1_000_000;

test('the first message since any time matches a full scan', async () => {
  const server = await startTestServer();
  const elsa = await secondOrganization(server);
  const mia = await server.as('mia');
  const { database } = server.server.services;
  const own = await database.write(1, async (writer) => {
    await writer.db.updateTable('message').set({ sent_at: START }).where('organization_id', '=', 1).execute();
    return writer.organizationId;
  });
  const reader = database.reader(own);
  const all = async () =>
    reader.db
      .selectFrom('message')
      .select(['id', 'sequence', 'sent_at'])
      .where('organization_id', '=', own)
      .orderBy('sequence')
      .execute();
  const before = await all();
  for (let index = 0; index < 60; index++) {
    const id = await mia.sendToChannel('general', 'moments', `message ${index}`);
    if (index % 7 === 0) await elsa.sendDirect([elsa.userId], 'elsewhere');
    const sent_at = START + Math.floor(index / 3) * 2 + 1;
    await database.write(own, (writer) =>
      writer.db.updateTable('message').set({ sent_at }).where('id', '=', id).execute(),
    );
  }
  const messages = await all();
  assert.equal(messages.length, before.length + 60);
  for (let moment = START - 2; moment < START + 45; moment++) {
    const expected = messages.find((message) => message.sent_at >= moment)?.id;
    assert.equal(await firstIdSince(reader, moment), expected, `moment ${moment - START}`);
  }
  assert.equal(
    await firstIdSince(database.reader(987), START),
    undefined,
    'in an organization without messages',
  );
});
