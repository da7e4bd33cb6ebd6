// Statuses: set by the account itself or by administrators, and errors.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { png } from '../uploads/support.ts';

const PIXEL = new Uint8Array(await png(1, 1));

const server = await startTestServer();
const [olive, adam, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);
const own = '/users/me/status';
const statusOf = async (client: { userId: number }) =>
  (await mia.ok('GET', `/users/${client.userId}/status`)).status;

describe('POST /users/me/status', () => {
  test('changes the given parts and keeps the others', async () => {
    assert.deepEqual(await statusOf(mel), {});
    const [oliveEvents = []] = await expectFold([olive, mel, gus], () =>
      mel.ok('POST', own, { status_text: ' on the road ', emoji_name: 'car' }),
    );
    const [event] = oliveEvents;
    assert.deepEqual(
      { ...event, id: 0 },
      {
        type: 'user_status',
        id: 0,
        user_id: mel.userId,
        away: false,
        status_text: 'on the road',
        emoji_name: 'car',
        emoji_code: '1f697',
        reaction_type: 'unicode_emoji',
      },
    );
    await expectFold([olive, gus], () => mel.ok('POST', own, { status_text: '' }));
    assert.deepEqual(await statusOf(mel), {
      emoji_name: 'car',
      emoji_code: '1f697',
      reaction_type: 'unicode_emoji',
    });
    await expectFold([olive, gus], () => mel.ok('POST', own, { emoji_name: '' }));
    assert.deepEqual(await statusOf(mel), {});
  });

  test('without a change causes no event', async () => {
    await mel.ok('POST', own, { status_text: 'here' });
    const listener = await mia.registerQueue();
    await mel.ok('POST', own, { status_text: 'here' });
    assert.deepEqual(await listener.events(), []);
  });

  test('accepts emoji of every namespace', async () => {
    const extra = { emoji_name: 'zulip', emoji_code: 'zulip' };
    for (const word of ['zulip_extra_emoji', 'service_extra_emoji']) {
      await mel.ok('POST', own, { ...extra, reaction_type: word });
      assert.equal((await statusOf(mel)).reaction_type, 'zulip_extra_emoji');
    }
    const form = new FormData();
    form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'own.png');
    const uploadAnswer = await fetch(`${server.url}/api/v1/realm/emoji/own_one`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Basic ${btoa(`${olive.email}:${olive.apiKey}`)}` },
    });
    assert.equal(uploadAnswer.status, 200, await uploadAnswer.text());
    await mel.ok('POST', own, { emoji_name: 'own_one' });
    const { emoji_code: code, reaction_type: type } = await statusOf(mel);
    assert.equal(type, 'realm_emoji');
    await mel.ok('POST', own, { emoji_name: 'own_one', emoji_code: code, reaction_type: 'realm_emoji' });
    const unknown = { emoji_name: 'own_one', emoji_code: '999', reaction_type: 'realm_emoji' };
    await mel.refused('POST', own, unknown, 'BAD_REQUEST', 'Invalid custom emoji.');
  });

  for (const [sent, message] of [
    [{}, 'Client did not pass any new values.'],
    [{ status_text: 'x'.repeat(61) }, 'status_text is too long (limit: 60 characters)'],
    [{ emoji_code: '1f697' }, 'Client must pass emoji_name if they pass either emoji_code or reaction_type.'],
    [
      { status_text: 'x', reaction_type: 'unicode_emoji' },
      'Client must pass emoji_name if they pass either emoji_code or reaction_type.',
    ],
    [{ emoji_name: 'no_such_emoji' }, "Emoji 'no_such_emoji' does not exist"],
    [{ emoji_name: 'car', emoji_code: '1f600', reaction_type: 'unicode_emoji' }, 'Invalid emoji name.'],
  ] as const) {
    test(`refuses ${JSON.stringify(sent).slice(0, 40)}`, async () => {
      const before = await statusOf(mel);
      await mel.refused('POST', own, sent, 'BAD_REQUEST', message);
      assert.deepEqual(await statusOf(mel), before);
    });
  }

  test('accepts 60 code points, enough for 60 emoji', async () => {
    await mel.ok('POST', own, { status_text: '🦉'.repeat(60) });
  });

  test('treats away as the older name for hidden presence', async () => {
    await expectFold([mel, gus], () => mel.ok('POST', own, { away: true }));
    assert.equal((await statusOf(mel)).away, true);
    assert.equal((await mel.registerQueue()).snapshot.user_settings.presence_enabled, false);
    await expectFold([mel, gus], () => mel.ok('POST', own, { away: false }));
    assert.equal('away' in (await statusOf(mel)), false);
  });
});

describe('POST /users/{id}/status', () => {
  const path = `/users/${gus.userId}/status`;

  test('is for administrators, including bots', async () => {
    const [miaEvents = []] = await expectFold([mia, gus], () =>
      adam.ok('POST', path, { status_text: 'set for you' }),
    );
    assert.equal(miaEvents[0].user_id, gus.userId);
    for (const client of [mel, gus, helper]) {
      await client.refused('POST', path, { status_text: 'x' }, 'BAD_REQUEST', 'Insufficient permission');
    }
    await olive.ok('PATCH', `/users/${helper.userId}`, { role: 200 });
    await helper.ok('POST', path, { status_text: 'by a bot' });
    assert.equal((await statusOf(gus)).status_text, 'by a bot');
  });

  test('refuses unknown people and empty changes', async () => {
    await adam.refused('POST', '/users/999/status', { status_text: 'x' }, 'BAD_REQUEST', 'No such user');
    await adam.refused('POST', path, {}, 'BAD_REQUEST', 'Client did not pass any new values.');
    await mel.refused('GET', '/users/999/status', {}, 'BAD_REQUEST', 'No such user');
  });
});
