// The table of limits: for each, the last accepted value and the first refused one.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { subscribeAll } from '../../src/actions/subscriptions/subscribe.ts';
import { readAccounts } from '../../src/stores/accounts/account-store.ts';
import { insertAccount } from '../../src/stores/accounts/insert-account.ts';
import { readChannels } from '../../src/stores/channels/channel-store.ts';
import { readOrganization } from '../../src/stores/organizations/organization-store.ts';
import { startMissedMailServer } from '../mail/missed-support.ts';
import { startTestServer } from '../support/server.ts';
import { farFuture } from '../support/waiting.ts';
import { grant } from '../users/support.ts';
import { channelIdOf, subscriptionOf } from './reading.ts';

const server = await startTestServer();
const [olive, adam, mel, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('helper'),
]);
const { database, keyring } = server.server.services;
const general = await channelIdOf(mel, 'general');
const { max_message_length, max_topic_length } = (await mel.registerQueue()).snapshot;

for (const [id, client, path] of [
  ['E7', adam, `/users/${mel.userId}/status`],
  ['E9', mel, '/users/me/status'],
] as const) {
  test(`L.1 ${id} accepts a status of 60 code points and refuses 61`, async () => {
    await client.ok('POST', path, { status_text: '🦉'.repeat(60) });
    await client.refused('POST', path, { status_text: '🦉'.repeat(61) }, 'BAD_REQUEST', /limit: 60/);
  });
}

test('L.2 up to 5000 messages can be requested', async () => {
  const ask = (num_before: number, num_after: number) =>
    mel.request('GET', '/messages', { anchor: 'newest', num_before, num_after });
  for (const [num_before, num_after] of [
    [5000, 0],
    [2500, 2500],
  ] as const) {
    assert.equal((await ask(num_before, num_after)).body.result, 'success');
  }
  for (const [num_before, num_after] of [
    [5001, 0],
    [2500, 2501],
  ] as const) {
    assert.equal((await ask(num_before, num_after)).body.result, 'error');
  }
});

test('L.3 at most two fields are in the profile summary', async () => {
  const field = (name: string) => ({ name, hint: '', field_type: 1, display_in_profile_summary: true });
  for (const name of ['First', 'Second']) await adam.ok('POST', '/realm/profile_fields', field(name));
  await adam.refused('POST', '/realm/profile_fields', field('Third'), 'BAD_REQUEST', /Only 2/);
});

describe('a large channel', () => {
  const DAY = 86_400;
  const LONG_AGO = 1_000_000_000;
  const active = { recent: 13 * DAY, before: 15 * DAY };
  const ids: number[] = [];
  const partial = (name: string) => subscriptionOf(mel, name, { include_subscribers: 'partial' });

  before(async () => {
    const members = [mel.userId, helper.userId];
    for (const name of ['large', 'not quite']) {
      await mel.ok('POST', '/channels/create', { name, subscribers: members, announce: false });
    }
    const channels = { large: await channelIdOf(mel, 'large'), other: await channelIdOf(mel, 'not quite') };
    await database.write(1, async (writer) => {
      for (let count = members.length; count < 250; count++) {
        const person = { email: `p${count}@example.com`, fullName: `P ${count}`, role: 400 as const };
        ids.push(await insertAccount(writer, keyring, person));
      }
      const accounts = () => writer.db.updateTable('account');
      await accounts().set({ date_joined: LONG_AGO, last_login_at: null }).where('id', 'in', ids).execute();
      const [recent = 0, before = 0] = ids;
      for (const [id, seconds] of [
        [recent, active.recent],
        [before, active.before],
      ] as const) {
        await accounts()
          .set({ last_login_at: writer.now - seconds })
          .where('id', '=', id)
          .execute();
      }
      writer.emit({
        type: '_changed',
        audience: { kind: 'nobody' },
        payload: {},
        touches: { accounts: ids },
      });
    });
    await database.write(1, async (writer) => {
      const organization = await readOrganization(writer);
      const people = await readAccounts(writer, ids);
      await subscribeAll({ writer, organization }, people, await readChannels(writer, [channels.large]));
      await subscribeAll(
        { writer, organization },
        people.slice(1),
        await readChannels(writer, [channels.other]),
      );
    });
  });

  test('L.4 has its complete list below 250 subscribers', async () => {
    assert.equal((await partial('not quite')).subscribers.length, 249);
    assert.equal('subscribers' in (await partial('large')), false);
  });

  test('L.5 has its bots in the partial list', async () => {
    assert.ok((await partial('large')).partial_subscribers.includes(helper.userId));
  });

  test('L.6 has accounts active within two weeks in the partial list', async () => {
    const { partial_subscribers: listed } = await partial('large');
    const [recent, before] = ids;
    assert.deepEqual(
      [mel.userId, recent, before].map((id) => listed.includes(id)),
      [true, true, false],
    );
  });
});

const later = (values: object) => ({
  type: 'channel',
  to: general,
  topic: 'limits',
  content: 'x',
  scheduled_delivery_timestamp: farFuture(),
  ...values,
});

// biome-ignore lint/suspicious/noExplicitAny: tests read answers freely
async function scheduled(values: object): Promise<any> {
  const { scheduled_message_id: id } = await mel.ok('POST', '/scheduled_messages', later(values));
  const { scheduled_messages: all } = await mel.ok('GET', '/scheduled_messages');
  return all.find((one: { scheduled_message_id: number }) => one.scheduled_message_id === id);
}

test('L.7 a scheduled message has at most max_message_length code points', async () => {
  const content = '🦉'.repeat(max_message_length);
  assert.equal((await scheduled({ content })).content, content);
  const truncated: string = (await scheduled({ content: `${content}🦉` })).content;
  assert.equal([...truncated].length, max_message_length);
});

test('L.8 the topic of a scheduled message has at most max_topic_length code points', async () => {
  const topic = '🦉'.repeat(max_topic_length);
  assert.equal((await scheduled({ topic })).topic, topic);
  const truncated: string = (await scheduled({ topic: `${topic}🦉` })).topic;
  assert.equal([...truncated].length, max_topic_length);
});

test('L.9 a muted topic has at most max_topic_length code points', async () => {
  const path = '/users/me/subscriptions/muted_topics';
  const mute = { stream_id: general, op: 'add' };
  await mel.ok('PATCH', path, { ...mute, topic: '🦉'.repeat(max_topic_length) });
  const long = { ...mute, topic: '🦉'.repeat(max_topic_length + 1) };
  await mel.refused('PATCH', path, long, 'BAD_REQUEST', /topic is too long/);
});

test('L.10 own messages can be deleted until the time limit', async () => {
  await olive.ok('PATCH', '/realm', { message_content_delete_limit_seconds: 600 });
  const [young, old] = [
    await mel.sendToChannel('general', 'limits', 'a'),
    await mel.sendToChannel('general', 'limits', 'b'),
  ];
  await database.write(1, async ({ db }) => {
    for (const [id, seconds] of [
      [young, 500],
      [old, 700],
    ] as const) {
      const aged = db.updateTable('message').set((row) => ({ sent_at: row('sent_at', '-', seconds) }));
      await aged.where('id', '=', id).execute();
    }
  });
  await mel.ok('DELETE', `/messages/${young}`);
  await mel.refused('DELETE', `/messages/${old}`, {}, 'BAD_REQUEST', /time limit/);
});

test('L.11 mail is collected for a number of seconds', async () => {
  const mailing = await startMissedMailServer();
  const [owner, sender] = await Promise.all([mailing.as('olive'), mailing.as('mia')]);
  const name = 'email_notifications_batching_period_seconds';
  await owner.ok('PATCH', '/realm/user_settings_defaults', { [name]: 900 });
  await owner.refused('PATCH', '/realm/user_settings_defaults', { [name]: -1 }, 'BAD_REQUEST');
  await grant(mailing, owner, { can_create_users: 1 });
  const person = { email: 'later@example.com', full_name: 'Later', password: 'a rather long pass phrase' };
  const { user_id } = await owner.ok('POST', '/users', person);
  await sender.sendDirect([user_id], 'held together');
  const countMails = async (seconds: number) => {
    const mails = await mailing.mailTo(person.email, seconds);
    return mails.filter(({ text }) => text?.includes('held together')).length;
  };
  assert.equal(await countMails(880), 0);
  assert.equal(await countMails(920), 1);
});
