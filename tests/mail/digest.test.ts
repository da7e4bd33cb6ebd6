// The weekly digest: its content, its recipients, and that it is sent once.

import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { MAIL_KIND, queueMail } from '../../src/actions/outbox/mail-store.ts';
import { dueWork } from '../../src/actions/outbox/outbox-store.ts';
import { DAY } from '../../src/api-contract/time.ts';
import { mailDocument } from '../../src/integrations/mail/mail-document.ts';
import { noPictures } from '../../src/integrations/mail/mail-pictures.ts';
import { digestMoment } from '../../src/jobs/digest/digest-mail.ts';
import { withLimit } from '../support/with-limit.ts';
import { noon, startDigestServer, WEEK, weekday } from './digest-helpers.ts';
import { PUBLIC_URL } from './missed-support.ts';

const server = await startDigestServer();
const [olive, mel, mia, max] = await Promise.all([
  server.as('olive'),
  server.as('mel'),
  server.as('mia'),
  server.as('max'),
]);

const newChannel = async (name: string, more = {}) =>
  (
    await olive.ok('POST', '/channels/create', {
      name,
      subscribers: [mel.userId, mia.userId, max.userId],
      ...more,
    })
  ).id;

let team = 0;
before(async () => {
  team = await newChannel('team');
  await newChannel('loud');
  await newChannel('club', {
    subscribers: [olive, mel, max].map(({ userId }) => userId),
    invite_only: true,
    history_public_to_subscribers: false,
  });
  await server.monthPasses();
});
beforeEach(async () => {
  await server.again();
  await server.mails();
});

test('digests start at eight in the morning of their weekday, UTC', () => {
  const monday = 4 * DAY;
  const moment = monday + 8 * 3600;
  assert.equal(digestMoment(0, moment - 1), undefined);
  assert.equal(digestMoment(0, moment), moment);
  assert.equal(digestMoment(0, monday + DAY - 1), moment);
  assert.equal(digestMoment(0, monday + DAY), undefined);
  assert.equal(digestMoment(6, monday + DAY), undefined);
  assert.equal(digestMoment(6, moment - DAY), moment - DAY);
});

describe('a digest includes', () => {
  let firstOfMany = 0;
  before(async () => {
    await server.person('ann', ['team', 'loud']);
    for (const [topic, senders] of [
      ['many', [mel, mia, max]],
      ['two', [mel, mia]],
      ['one', [mel]],
      ['long', [mel, mel, mel, mel, mel, mel]],
      ['pair', [mel, mel]],
    ] as const) {
      for (const [index, sender] of senders.entries()) {
        const id = await sender.sendToChannel('team', topic, `${topic} **${index}**`);
        if (topic === 'many' && index === 0) firstOfMany = id;
      }
    }
  });

  test('the topics with the most people and messages, with their first messages and links', async () => {
    const mail = await server.digestTo('ann');
    assert.equal(mail?.subject, 'What happened in Parley Demo while you were away');
    const topics = [...(mail?.text ?? '').matchAll(/^#team > (\w+)$/gm)].map(([, topic]) => topic);
    assert.deepEqual(topics, ['many', 'two', 'long', 'pair']);
    assert.match(mail?.text ?? '', /many 0\n/);
    const html = mail ? mailDocument(mail, 'Parley Demo', noPictures) : '';
    assert.match(html, /long <strong>1<\/strong>/);
    assert.doesNotMatch(mail?.text ?? '', /long 2/);
    const hidden = [...(mail?.text ?? '').matchAll(/(\d+) more messages? (?:is|are) not shown/g)];
    assert.deepEqual(
      hidden.map(([, count]) => count),
      ['1', '4'],
    );
    assert.match(mail?.text ?? '', /Written by Mel Member, Mia Member, and Max Member\n/);
    const [link] = /https:\S+topic\/many\S+/.exec(mail?.text ?? '') ?? [];
    assert.match(
      link ?? '',
      new RegExp(`^${PUBLIC_URL}/#narrow/channel/${team}-team/topic/many/near/${firstOfMany}$`),
    );
    assert.ok(html.includes(`<a class="link" href="${link}"`));
    assert.match(mail?.text ?? '', /See everything in Parley Demo:\s/);
    assert.ok(html.includes(`href="${PUBLIC_URL}"`));
  });

  test('new channels that the person could join, and no private ones', async () => {
    const open = await newChannel('fresh', { description: 'for **new** things' });
    await newChannel('secret', { invite_only: true });
    await newChannel('already ann', { subscribers: [mel.userId] });
    await olive.ok('DELETE', `/streams/${await newChannel('over again')}`);
    const ann = server.client(
      'ann@example.com',
      (await server.anonymous.ok('POST', '/dev_fetch_api_key', { username: 'ann@example.com' })).api_key,
    );
    await ann.ok('POST', '/users/me/subscriptions', { subscriptions: [{ name: 'already ann' }] });
    await server.sql('update account set last_login_at = 1');
    const text = (await server.digestTo('ann'))?.text ?? '';
    assert.match(text, new RegExp(`#fresh: for new things\\n${PUBLIC_URL}/#narrow/channel/${open}-fresh\\n`));
    assert.doesNotMatch(text, /secret|already ann|over again/);
  });

  test('only what the person’s language and mail settings allow', async () => {
    const german = await server.person('beate', ['team']);
    await german.ok('PATCH', '/settings', { default_language: 'de' });
    const shy = await server.person('cleo', ['team']);
    await shy.ok('PATCH', '/settings', { message_content_in_email_notifications: false });
    for (const sender of [mel, mia]) await sender.sendToChannel('team', 'later', 'hello there');
    await server.sql('update account set last_login_at = 1');
    const mails = await server.digests();
    const to = (key: string) => mails.find((mail) => mail.to === `${key}@example.com`);
    assert.match(to('beate')?.subject ?? '', /^Was in Parley Demo passiert ist/);
    assert.match(to('beate')?.text ?? '', /Die aktivsten Themen:/);
    assert.match(to('cleo')?.text ?? '', /you turned off message content in emails/);
    assert.doesNotMatch(to('cleo')?.text ?? '', /later|hello|fresh|Member/);
  });
});

describe('a digest leaves out', () => {
  test('muted channels, topics and people, read messages, and unfollowed topics', async () => {
    const dan = await server.person('dan', ['team', 'loud']);
    await max.sendToChannel('club', 'inside', 'not for dan');
    await mel.sendToChannel('loud', 'noise', 'all muted');
    await mel.sendToChannel('loud', 'kept', 'heard although the channel is muted');
    await mel.sendToChannel('team', 'silenced', 'muted topic');
    await max.sendToChannel('team', 'of max', 'muted person');
    const read = await mel.sendToChannel('team', 'read', 'read already');
    await dan.ok('POST', '/users/me/subscriptions/properties', {
      subscription_data: [
        {
          stream_id: (await dan.ok('GET', '/get_stream_id', { stream: 'loud' })).stream_id,
          property: 'is_muted',
          value: true,
        },
      ],
    });
    const policy = async (channel: string, topic: string, visibility_policy: number) =>
      dan.ok('POST', '/user_topics', {
        stream_id: (await dan.ok('GET', '/get_stream_id', { stream: channel })).stream_id,
        topic,
        visibility_policy,
      });
    await policy('team', 'silenced', 1);
    await policy('loud', 'kept', 2);
    await dan.ok('POST', `/users/me/muted_users/${max.userId}`);
    await dan.ok('POST', '/messages/flags', { messages: [read], op: 'add', flag: 'read' });
    await server.sql('update account set last_login_at = 1');
    const text = (await server.digestTo('dan'))?.text ?? '';
    assert.match(text, /#loud > kept/);
    assert.doesNotMatch(text, /noise|silenced|of max|> read|inside/);
  });

  test('messages of bots, which do not make a topic busier either', async () => {
    const helper = await server.as('helper');
    await newChannel('ranked', { subscribers: [mel, mia, helper].map(({ userId }) => userId) });
    await server.person('bea', ['ranked']);
    for (const [topic, senders] of [
      ['people', [mel, mia]],
      ['often', [mel, mel]],
      ['machine', [helper, helper, helper, helper, mel]],
    ] as const) {
      for (const sender of senders) await sender.sendToChannel('ranked', topic, `by ${sender.userId}.`);
    }
    const text = await withLimit('digestTopics', 2, async () => (await server.digestTo('bea'))?.text ?? '');
    const topics = [...text.matchAll(/^#ranked > (\w+)$/gm)].map(([, topic]) => topic);
    assert.deepEqual(topics, ['people', 'often']);
    await server.again();
    const one = await withLimit('digestTopics', 1, async () => (await server.digestTo('bea'))?.text ?? '');
    assert.match(one, /#ranked > people/);
    await server.again();
    const all = (await server.digestTo('bea'))?.text ?? '';
    assert.match(all, /#ranked > machine/);
    assert.ok(!all.includes(`by ${helper.userId}.`), all);
  });

  test('messages of a private channel without shared history that the person did not receive', async () => {
    await server.person('eve', ['club']);
    await mel.sendToChannel('club', 'open', 'for eve');
    const fay = await server.person('fay');
    await mel.sendToChannel('club', 'before', 'said before fay came');
    await olive.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'club' }],
      principals: [fay.userId],
    });
    const mails = await server.digests();
    const to = (key: string) => mails.find((mail) => mail.to === `${key}@example.com`)?.text ?? '';
    assert.match(to('eve'), /#club > before/);
    assert.doesNotMatch(to('fay'), /club/);
  });

  test('invisible channels and the identity of people for guests', async () => {
    const { user_groups: groups } = await olive.ok('GET', '/user_groups');
    const members = groups.find(({ name }: { name: string }) => name === 'role:members').id;
    await olive.ok('PATCH', '/realm', { can_access_all_users_group: { new: members } });
    const guest = await server.person('gil', [], { role: 600 });
    await olive.ok('POST', '/users/me/subscriptions', {
      subscriptions: [{ name: 'team' }],
      principals: [guest.userId],
    });
    await mel.sendToChannel('team', 'for guests', 'welcome');
    // The guest shares no channel with this sender.
    await (await server.as('adam')).sendToChannel('team', 'for guests', 'from outside');
    await newChannel('members only');
    await server.sql(`update subscription_period set from_sequence = 1 where account_id = ${guest.userId}`);
    await server.sql('update account set last_login_at = 1');
    const text = (await server.digestTo('gil'))?.text ?? '';
    assert.match(text, /#team > for guests\n[\s\S]*from outside/);
    assert.doesNotMatch(text, /members only|fresh|Adam/);
    await olive.ok('PATCH', '/realm', {
      can_access_all_users_group: {
        new: groups.find(({ name }: { name: string }) => name === 'role:everyone').id,
      },
    });
  });
});

describe('no digest is sent', () => {
  test('to people who were active, wrote or joined recently, or disabled it, to deactivated people and bots', async () => {
    const keys = ['present', 'writer', 'newcomer', 'unwilling', 'gone', 'away'];
    const people = new Map<string, Awaited<ReturnType<typeof server.person>>>();
    for (const key of keys) people.set(key, await server.person(key, ['team']));
    await mel.sendToChannel('team', 'for all', 'hello');
    await people.get('present')?.ok('POST', '/users/me/presence', { status: 'active' });
    await people.get('writer')?.sendToChannel('team', 'for all', 'me too');
    await people.get('unwilling')?.ok('PATCH', '/settings', { enable_digest_emails: false });
    await olive.ok('DELETE', `/users/${people.get('gone')?.userId}`);
    await server.sql('update account set last_login_at = 1');
    await server.sql(
      `update account set date_joined = date_joined + ${30 * DAY} where id = ${people.get('newcomer')?.userId}`,
    );
    const mails = await server.digests();
    const recipients = keys.filter((key) => mails.some(({ to }) => to === `${key}@example.com`));
    assert.deepEqual(recipients, ['away']);
    assert.ok(mails.every(({ to }) => !to.includes('bot')));
  });

  test('to a person who hides presence while one of their clients polls', async () => {
    const [here, there] = [await server.person('hal', ['team']), await server.person('ida', ['team'])];
    for (const person of [here, there]) await person.ok('PATCH', '/settings', { presence_enabled: false });
    await mel.sendToChannel('team', 'hidden', 'hello');
    await here.ok('POST', '/register', {});
    await server.sql('update account set last_login_at = 1');
    const mails = await server.digests();
    const recipients = ['hal', 'ida'].filter((key) => mails.some(({ to }) => to === `${key}@example.com`));
    assert.deepEqual(recipients, ['ida']);
  });

  test('with nothing to report, on other days, or if the organization disabled it', async () => {
    await server.person('joe', ['team']);
    await mel.sendToChannel('team', 'news', 'hello');
    assert.ok(!(await server.digestTo('joe', noon - DAY)));
    await olive.ok('PATCH', '/realm', { digest_emails_enabled: false });
    assert.deepEqual(await server.digests(), []);
    await olive.ok('PATCH', '/realm', { digest_emails_enabled: true });
    assert.deepEqual(await server.digests(noon + 5 * WEEK), [], 'all of it is old by then');
    await server.again();
    assert.ok(await server.digestTo('joe'));
  });
});

describe('each digest is sent once', () => {
  test('however often the job runs, on however many servers, whatever the weekday is changed to', async () => {
    await server.person('kim', ['team']);
    await mel.sendToChannel('team', 'weekly', 'hello');
    const [one, other] = [server.job(), server.job()];
    const signal = new AbortController().signal;
    await Promise.all([one.run(noon, signal), other.run(noon, signal)]);
    await one.run(noon + 60, signal);
    assert.equal((await server.mails()).filter(({ to }) => to === 'kim@example.com').length, 1);
    assert.deepEqual(await server.digests(noon + 3600), []);
    await olive.ok('PATCH', '/realm', { digest_weekday: (weekday + 1) % 7 });
    assert.deepEqual(await server.digests(noon + DAY), []);
    await olive.ok('PATCH', '/realm', { digest_weekday: weekday });
    await mel.sendToChannel('team', 'weekly', 'once more');
    await server.bringForward(WEEK - DAY);
    assert.ok(await server.digestTo('kim', noon + WEEK));
    await server.bringForward(DAY - WEEK);
  });

  test('even if the digest of another person cannot be made, which is logged', async (t) => {
    const [kim, lou] = [await server.person('unlucky', ['team']), await server.person('lucky', ['team'])];
    await mel.sendToChannel('team', 'weekly', 'hello');
    const { hubs, log } = server.server.services;
    const { state } = await hubs.upToDate(1);
    const accountOf = state.account.bind(state);
    t.mock.method(state, 'account', (id: number) => {
      if (id === kim.userId) throw new Error('a person who cannot be read');
      return accountOf(id);
    });
    const logLines: unknown[] = [];
    t.mock.method(log, 'error', ({ account }: { account: number }, message: string) => {
      logLines.push([account, message]);
    });
    const addressees = (await server.digests()).map(({ to }) => to);
    assert.ok(addressees.includes(lou.email), addressees.join());
    assert.ok(!addressees.includes(kim.email), addressees.join());
    assert.deepEqual(logLines, [[kim.userId, 'digest failed']]);
  });

  test('when an interrupted run resumes, even on another server', async () => {
    for (const key of ['mo', 'nan', 'oz']) await server.person(key, ['team']);
    await mel.sendToChannel('team', 'stops', 'hello');
    const all = await server.digests();
    await server.again();
    await withLimit('digestPeoplePerUnit', 1, async () => {
      const stopping = new AbortController();
      const { database } = server.server.services;
      let units = 0;
      const off = database.onCommit(async (_id, { entries }) => {
        if (entries.some(({ type }) => type === '_outbox') && ++units === 2) stopping.abort();
      });
      await server.job().run(noon, stopping.signal);
      void off;
      const some = await server.mails();
      assert.ok(some.length >= 2 && some.length < all.length, `${some.length} of ${all.length}`);
      const remaining = await server.digests(noon + 60);
      const recipients = [...some, ...remaining].map(({ to }) => to);
      assert.deepEqual(recipients.sort(), all.map(({ to }) => to).sort());
    });
  });
});

describe('bounds', () => {
  const keys = ['pam', 'quin', 'rex'];
  before(async () => {
    for (const key of keys) await server.person(key, ['team', 'loud']);
    for (const topic of ['a', 'b', 'c', 'd', 'e'])
      for (const sender of [mel, mia]) await sender.sendToChannel('loud', topic, `${topic} said`);
    for (const name of ['bound one', 'bound two']) await newChannel(name);
  });
  const digestText = async () => {
    await server.again();
    const text = (await server.digestTo('pam'))?.text ?? '';
    return {
      topics: [...text.matchAll(/^#\w+ > /gm)].length,
      messages: [...text.matchAll(/ said$/gm)].length,
      channels: [...text.matchAll(/^#bound \w+$/gm)].length,
      more: /more new channel/.test(text),
    };
  };

  test('bound digestTopics digestMessagesPerTopic digestNewChannels: a mail shows no more', async () => {
    const whole = await digestText();
    assert.equal(whole.topics, 4);
    assert.equal(whole.channels, 2);
    assert.ok(!whole.more);
    await withLimit('digestTopics', 2, async () => assert.equal((await digestText()).topics, 2));
    await withLimit('digestNewChannels', 1, async () => {
      const { channels, more } = await digestText();
      assert.deepEqual([channels, more], [1, true]);
    });
    await withLimit('digestMessagesPerTopic', 1, async () =>
      assert.ok((await digestText()).messages < whole.messages),
    );
  });

  test('messages of a very long topic that were not read are counted', async () => {
    const mail = await withLimit('missedMessagesPerBatch', 3, () => server.digestTo('ann'));
    assert.match(mail?.text ?? '', /4 more messages are not shown here/);
  });

  test('bound contentBytesPerDigest: content that does not fit is counted', async () => {
    const mail = await withLimit('contentBytesPerDigest', '<p>many <strong>0</strong></p>'.length, () =>
      server.digestTo('ann'),
    );
    assert.match(mail?.text ?? '', /many 0\n/);
    assert.match(mail?.text ?? '', /2 more messages are not shown here/);
    assert.doesNotMatch(mail?.text ?? '', /many 1|two 0|long 0/);
  });

  test('bound digestMessages digestTopicsPerChannel: the busiest topics are selected from that many', async () => {
    await withLimit('digestMessages', 2, async () => assert.equal((await digestText()).topics, 1));
    await withLimit('digestTopicsPerChannel', 1, async () => assert.ok((await digestText()).topics <= 2));
  });

  test('bound digestPeoplePerUnit: people are processed in batches, and each gets one', async () => {
    await server.again();
    const whole = await server.digests();
    await server.again();
    const parts = await withLimit('digestPeoplePerUnit', 2, () => server.digests());
    assert.deepEqual(parts.map(({ to }) => to).sort(), whole.map(({ to }) => to).sort());
    assert.ok(keys.every((key) => parts.some(({ to }) => to === `${key}@example.com`)));
  });

  test('a mail that waits some minutes for another attempt counts as queued', async () => {
    const { database } = server.server.services;
    await database.write(1, (writer) =>
      queueMail(writer, { to: 'deferred@example.com', subject: 'deferred', text: 'deferred' }),
    );
    await server.sql(`update outbox set due_at = ${noon + 300}`);
    await withLimit('digestMailsWaiting', 1, () => server.job().run(noon, new AbortController().signal));
    assert.equal((await dueWork(database.reader(0), MAIL_KIND, noon + 300, 1000)).length, 1);
    await server.sql('delete from outbox');
    assert.ok((await server.digests()).length > 0);
  });

  test('bound digestMailsWaiting: while that many are queued no more are made, and the rest later', async () => {
    await server.again();
    const whole = await server.digests();
    await server.again();
    await withLimit('digestPeoplePerUnit', 1, () =>
      withLimit('digestMailsWaiting', 2, async () => {
        const recipients: string[] = [];
        for (let round = 0; round < whole.length; round++) {
          const mails = await server.digests(noon + round);
          assert.ok(mails.length <= 2);
          recipients.push(...mails.map(({ to }) => to));
        }
        assert.deepEqual(recipients.sort(), whole.map(({ to }) => to).sort());
      }),
    );
  });
});
