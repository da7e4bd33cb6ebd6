// Reactions: how an emoji is named, which reactions are grouped, and who is notified.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newClient } from '../access/support.ts';
import type { Json } from '../support/client.ts';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { limitGuests } from '../users/support.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, max, gus] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
  server.as('gus'),
]);
const path = (id: number) => `/messages/${id}/reactions`;
const octopus = { emoji_name: 'octopus', emoji_code: '1f419', reaction_type: 'unicode_emoji' };

async function storedReactions(id: number): Promise<Json[]> {
  const rows = await server.server.services.database
    .reader(1)
    .db.selectFrom('reaction')
    .select(['account_id', 'emoji_name', 'emoji_code', 'reaction_type'])
    .where('message_id', '=', id)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row }));
}

test('a reaction is delivered to the message’s viewers with its sender', async () => {
  const id = await mel.sendToChannel('engineering', 'reactions', 'x');
  const [miaEvents, gusEvents, maxEvents] = await expectFold([mia, gus, max], () =>
    mel.ok('POST', path(id), { emoji_name: 'octopus' }),
  );
  const { id: _, ...event } = miaEvents?.[0] ?? {};
  assert.deepEqual(event, {
    type: 'reaction',
    op: 'add',
    message_id: id,
    ...octopus,
    user_id: mel.userId,
    user: { user_id: mel.userId, email: mel.email, full_name: 'Mel Member', is_mirror_dummy: false },
  });
  assert.deepEqual(gusEvents, []);
  assert.deepEqual(maxEvents, []);
  const [eventsOfRemoval] = await expectFold([mia], () =>
    mel.ok('DELETE', path(id), { emoji_name: 'octopus' }),
  );
  assert.equal(eventsOfRemoval?.[0].op, 'remove');
  assert.deepEqual(await storedReactions(id), []);
});

test('a reaction with the code of an earlier one joins it under the earlier name', async () => {
  const id = await mel.sendToChannel('engineering', 'reactions', 'x');
  await mel.ok('POST', path(id), { emoji_name: '+1' });
  await mia.ok('POST', path(id), {
    emoji_name: 'some old name',
    emoji_code: '1f44d',
    reaction_type: 'unicode_emoji',
  });
  const rows = await storedReactions(id);
  assert.deepEqual(
    rows.map((row) => [row.account_id, row.emoji_name]),
    [
      [mel.userId, '+1'],
      [mia.userId, '+1'],
    ],
  );
  await mia.ok('DELETE', path(id), { emoji_code: '1f44d', reaction_type: 'unicode_emoji' });
  assert.equal((await storedReactions(id)).length, 1);
});

test('bound reactionEmojiPerMessage: a message has a bounded number of different emoji, and any number of people use each', async () => {
  const id = await mel.sendToChannel('engineering', 'reactions', 'x');
  await withLimit('reactionEmojiPerMessage', 2, async () => {
    for (const emoji_name of ['octopus', 'tada']) await mel.ok('POST', path(id), { emoji_name });
    const before = await storedReactions(id);
    await mia.refused(
      'POST',
      path(id),
      { emoji_name: 'heart' },
      'BAD_REQUEST',
      'A message has at most 2 different reactions. Use an existing one, or remove one of yours.',
    );
    assert.deepEqual(await storedReactions(id), before);
    await mia.ok('POST', path(id), { emoji_name: 'tada' });
    await mel.ok('DELETE', path(id), { emoji_name: 'octopus' });
    await mia.ok('POST', path(id), { emoji_name: 'heart' });
  });
});

test('the product’s own emoji is accepted under both names of its type', async () => {
  const id = await mel.sendToChannel('engineering', 'reactions', 'x');
  const extra = { emoji_name: 'zulip', emoji_code: 'zulip' };
  await mel.ok('POST', path(id), { ...extra, reaction_type: 'service_extra_emoji' });
  await mel.refused('POST', path(id), { emoji_name: 'zulip' }, 'REACTION_ALREADY_EXISTS');
  await mel.ok('DELETE', path(id), { ...extra, reaction_type: 'zulip_extra_emoji' });
});

test('a custom emoji is accepted only with its own code and name', async () => {
  const emojiId = await server.server.services.database.write(1, async (writer) => {
    const row = await writer.db
      .insertInto('custom_emoji')
      .values({
        organization_id: 1,
        name: 'parrot',
        author_id: adam.userId,
        file_name: '1.png',
        is_animated: 0,
        is_deactivated: 0,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  });
  const id = await mel.sendToChannel('engineering', 'reactions', 'x');
  await mel.ok('POST', path(id), { emoji_name: 'parrot' });
  assert.deepEqual(await storedReactions(id), [
    {
      account_id: mel.userId,
      emoji_name: 'parrot',
      emoji_code: String(emojiId),
      reaction_type: 'realm_emoji',
    },
  ]);
  await mel.ok('DELETE', path(id), { emoji_name: 'parrot' });
  const parrot = { emoji_name: 'parrot', reaction_type: 'realm_emoji' };
  await mel.refused(
    'POST',
    path(id),
    { ...parrot, emoji_code: '99999' },
    'BAD_REQUEST',
    'Invalid custom emoji.',
  );
  await mel.refused(
    'POST',
    path(id),
    { ...parrot, emoji_name: 'bird', emoji_code: String(emojiId) },
    'BAD_REQUEST',
    'Invalid custom emoji name.',
  );
});

test('anything that is not an emoji is refused', async () => {
  const id = await mel.sendToChannel('engineering', 'reactions', 'x');
  const refused = (named: Json, code: string, message: string) =>
    mel.refused('POST', path(id), named, code, message);
  await refused({ emoji_name: 'no such thing' }, 'BAD_REQUEST', "Emoji 'no such thing' does not exist");
  await refused({ ...octopus, emoji_code: 'ffff' }, 'BAD_REQUEST', 'Invalid emoji code');
  await refused({ ...octopus, emoji_name: 'squid' }, 'BAD_REQUEST', 'Invalid emoji name.');
  await refused({ ...octopus, reaction_type: 'zulip_extra_emoji' }, 'BAD_REQUEST', 'Invalid emoji code');
  await refused({ ...octopus, reaction_type: 'other' }, 'BAD_REQUEST', 'Invalid reaction_type');
  await refused({}, 'REQUEST_VARIABLE_MISSING', "Missing 'emoji_name' argument");
  assert.deepEqual(await storedReactions(id), []);
});

test('a reaction is added once and removed once, even by concurrent requests', async () => {
  const id = await mel.sendToChannel('engineering', 'reactions', 'x');
  const added = await Promise.all([
    mel.request('POST', path(id), octopus),
    mel.request('POST', path(id), octopus),
  ]);
  assert.deepEqual(added.map(({ body }) => body.code).sort(), ['REACTION_ALREADY_EXISTS', undefined]);
  await mel.refused('POST', path(id), octopus, 'REACTION_ALREADY_EXISTS', 'Reaction already exists.');
  await mia.refused('DELETE', path(id), octopus, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.");
  await mel.ok('DELETE', path(id), octopus);
  await mel.refused('DELETE', path(id), octopus, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist.");
  await mel.refused(
    'DELETE',
    path(id),
    {},
    'BAD_REQUEST',
    'At least one of the following arguments must be present: emoji_name, emoji_code',
  );
});

test('only visible messages accept reactions', async () => {
  const id = await olive.sendToChannel('leadership', 'private', 'x');
  await mel.refused('POST', path(id), octopus, 'BAD_REQUEST', 'Invalid message(s)');
  const direct = await mel.sendDirect([mia.userId], 'x');
  await max.refused('POST', path(direct), octopus, 'BAD_REQUEST', 'Invalid message(s)');
  const [melEvents] = await expectFold([mel], () => mia.ok('POST', path(direct), octopus));
  assert.equal(melEvents?.[0].user_id, mia.userId);
});

test('reacting to a message makes the account receive its later changes', async () => {
  const id = await mel.sendToChannel('engineering', 'reactions', 'x');
  await max.ok('POST', path(id), octopus);
  const [maxEvents] = await expectFold([max], () => mia.ok('POST', path(id), octopus));
  assert.equal(maxEvents?.length, 1);
});

test('a limited guest does not see the name of someone whom they may not see', async () => {
  const hiddenClient = await newClient(server, { key: 'hidden' });
  await limitGuests(server, true);
  const id = await mia.sendToChannel('design', 'reactions', 'x');
  const [gusEvents, miaEvents] = await expectFold([gus, mia], () =>
    hiddenClient.ok('POST', path(id), { emoji_name: 'octopus' }),
  );
  assert.deepEqual(gusEvents?.[0].user, {
    user_id: hiddenClient.userId,
    email: `user${hiddenClient.userId}@parley.invalid`,
    full_name: 'Unknown user',
    is_mirror_dummy: false,
  });
  assert.equal(miaEvents?.[0].user.email, hiddenClient.email);
});
