// Where a service's messages are sent: to the channel and topic of its address, to the bot's owner, or nowhere; what is
// removed from them, and how many one request may send.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { inGeneral, star, startServiceFixture } from './service-fixture.ts';

const { deliveries, makeBot, mel, newest, post } = await startServiceFixture();

describe('a message is sent', async () => {
  const bot = await makeBot('Places');

  /** Posts; returns the resulting message. */
  async function messageFor(body: unknown, request?: Parameters<typeof post>[2]) {
    const before = await newest([]);
    const { status } = await post(bot.key, body, request);
    assert.equal(status, 200);
    const message = await newest([]);
    assert.notEqual(message.id, before.id, 'no message was sent');
    assert.equal(message.sender_id, bot.id);
    return message;
  }

  test('to the channel of the address and the service’s topic, under the name of the service', async () => {
    const message = await messageFor(star, inGeneral);
    assert.equal(message.content, 'sam starred the repository [acme/lamp](https://x.example/lamp).');
    assert.deepEqual(
      [message.display_recipient, message.subject, message.client],
      ['general', 'lamp', 'ZulipGitHubWebhook'],
    );
  });

  test('to the topic of the address, if it names one', async () => {
    const message = await messageFor(star, { query: { stream: 'general', topic: 'stars' } });
    assert.deepEqual([message.display_recipient, message.subject], ['general', 'stars']);
  });

  test('to the owner of the bot without a channel', async () => {
    const { type, display_recipient: people } = await messageFor(star);
    assert.equal(type, 'private');
    assert.deepEqual(people.map(({ id }: { id: number }) => id).sort(), [mel.userId, bot.id].sort());
  });

  test('not to a topic in the body', async () => {
    const message = await messageFor({ ...star, topic: 'elsewhere', stream: 'design' }, inGeneral);
    assert.deepEqual([message.display_recipient, message.subject], ['general', 'lamp']);
  });

  test('with JSON in a form, as some services send it', async () => {
    const form = new URLSearchParams({ payload: JSON.stringify(star), topic: 'not this' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const message = await messageFor(form, { ...inGeneral, headers });
    assert.deepEqual([message.display_recipient, message.subject], ['general', 'lamp']);
  });

  test('with JSON under the content type of a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const message = await messageFor(` ${JSON.stringify(star)}`, { ...inGeneral, headers });
    assert.deepEqual([message.display_recipient, message.subject], ['general', 'lamp']);
  });

  test('to a topic and channel that were escaped twice', async () => {
    const query = { stream: 'gener%61l', topic: 'new%20stars %E2%98%85' };
    const message = await messageFor(star, { query });
    assert.deepEqual([message.display_recipient, message.subject], ['general', 'new stars ★']);
    const odd = await messageFor(star, { query: { stream: 'general', topic: '100%FF sure' } });
    assert.equal(odd.subject, '100%FF sure');
  });

  test('without characters in the body that tables cannot store', async () => {
    const odd = JSON.stringify(star).replace('"sam"', '"s\\u0000a\\ud800m"');
    assert.match((await messageFor(odd, inGeneral)).content, /^sa\ufffdm starred/);
    const unknown = { ...inGeneral, headers: { 'x-github-event': 'team' } };
    const strange = JSON.stringify({ ...star, action: 'x' }).replace('"x"', '"\\u0000\\ud800"');
    assert.equal((await post(bot.key, strange, unknown)).status, 200);
    assert.deepEqual(await deliveries(bot.id, 1), ['unsupported team:\ufffd']);
  });

  test('without characters in the address that tables cannot store', async () => {
    const query = { channels_map_to_topics: '0', channel_name: 'general\0', user_name: 'sa\0m' };
    const body = new URLSearchParams({ text: 'no oil' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await messageFor(body, { query, headers, name: 'slack' })).content, '**sam**: no oil');
    const odd = JSON.stringify({ text: 'no oil', channel: 'x' }).replace('"x"', '"gone\\u0000"');
    assert.equal((await post(bot.key, odd, { ...inGeneral, name: 'mattermost_incoming' })).status, 200);
  });

  test('with the received bytes in the log', async () => {
    const body = JSON.stringify({ ...star, more: 'größer' });
    await post(bot.key, body, inGeneral);
    const { deliveries: all } = await mel.ok('GET', `/bots/${bot.id}/webhook_deliveries`, { limit: 1 });
    assert.equal(all[0].bytes, Buffer.byteLength(body));
  });

  test('without mentions by a service', async () => {
    const message = await messageFor(
      { ...star, sender: { login: 'x @**all** @*support* @**Mel Member**' } },
      inGeneral,
    );
    assert.match(message.content, /x @\u200b\*\*all\*\* @\u200b\*support\* @\u200b\*\*Mel/);
    assert.deepEqual(
      message.flags.filter((flag: string) => flag.includes('mentioned')),
      [],
    );
  });
});

test('with one notice to the owner about a missing channel', async () => {
  const bot = await makeBot('Lost');
  const noticeId = async () => (await newest([{ operator: 'is', operand: 'dm' }])).id;
  const missingChannel = { query: { stream: 'gone' } };
  assert.equal((await post(bot.key, star, missingChannel)).status, 200);
  const first = await noticeId();
  await mel.sendDirect([mel.userId], 'something in between');
  const between = await noticeId();
  assert.notEqual(first, between);
  await post(bot.key, star, missingChannel);
  assert.equal(await noticeId(), between);
  await post(bot.key, star, { query: { stream: 'gone too' } });
  assert.notEqual(await noticeId(), between);
  assert.deepEqual(await deliveries(bot.id), ['no_channel star', 'no_channel star', 'no_channel star']);
});

test('bound messagesPerWebhook: one request becomes a bounded number of messages, or none', async () => {
  const bot = await makeBot('Many');
  const alert = (instance: number) => ({
    status: 'firing',
    labels: { instance: `host ${instance}`, alertname: 'Dark' },
    annotations: {},
    generatorURL: 'https://x.example/graph',
  });
  const send = (number: number) => {
    const alerts = Array.from({ length: number }, (_, index) => alert(index));
    return post(bot.key, { alerts }, { ...inGeneral, name: 'alertmanager' });
  };
  const sent = () => newest([{ operator: 'sender', operand: bot.id }]);
  assert.equal((await send(limits.messagesPerWebhook + 1)).status, 400);
  assert.equal(await sent(), undefined);
  assert.equal((await send(limits.messagesPerWebhook)).status, 200);
  assert.equal((await sent()).subject, `host ${limits.messagesPerWebhook - 1}`);
});
