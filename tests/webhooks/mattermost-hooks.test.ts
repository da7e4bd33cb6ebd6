// Addresses in Mattermost's form, `/hooks/KEY`, which many tools can post to.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startServiceFixture } from './service-fixture.ts';

const { deliveries, makeBot, mel, newest, server } = await startServiceFixture();
const bot = await makeBot('Hook', { service_name: 'mattermost_incoming' });

async function hook(body: string, { key = bot.key, query = '', type = 'application/json' } = {}) {
  const answer = await fetch(`${server.url}/hooks/${key}${query}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

const placeAndContent = ({ display_recipient: where, subject, content }: Record<string, unknown>) => [
  where,
  subject,
  content,
];

test('answers as Mattermost does, and posts to the channel and topic of the address', async () => {
  const body = JSON.stringify({
    text: 'It is **lit**',
    username: 'lamp',
    icon_url: 'https://x.example/lamp.png',
    channel: 'elsewhere',
    props: { card: 'More of it' },
    attachments: [{ title: 'Wick', fields: [{ title: 'Length', value: 7 }], image_url: '' }],
  });
  const answer = await hook(body, { query: '?stream=general&topic=lamps' });
  assert.deepEqual([answer.status, answer.text], [200, 'ok']);
  assert.match(answer.type ?? '', /^text\/plain/);
  assert.deepEqual(placeAndContent(await newest([])), [
    'general',
    'lamps',
    '**lamp**: It is **lit**\n\n## Wick\n\n*Length*: 7\n\nMore of it',
  ]);
});

test('accepts a form, and the channel that the message names', async () => {
  const form = new URLSearchParams({ payload: JSON.stringify({ text: 'in a form', channel: '#general' }) });
  const answer = await hook(form.toString(), { type: 'application/x-www-form-urlencoded' });
  assert.deepEqual([answer.status, answer.text], [200, 'ok']);
  const message = await newest([]);
  assert.deepEqual([message.display_recipient, message.content], ['general', 'in a form']);
  assert.match(message.subject, /^(?:|\(no topic\)|general chat)$/);
});

test('sends to the bot’s owner if the message names no channel, or a missing one', async () => {
  for (const payload of [{ text: 'for you' }, { text: 'for you too', channel: 'town-square' }]) {
    assert.equal((await hook(JSON.stringify(payload))).status, 200);
    const message = await newest([]);
    assert.deepEqual([message.type, message.content], ['private', payload.text]);
  }
});

test('refuses unknown keys, and bodies without a message', async () => {
  const before = await newest([]);
  for (const [body, options, status, code] of [
    ['{"text":"x"}', { key: 'x'.repeat(32) }, 401, 'INVALID_API_KEY'],
    ['{"text":"x"}', { key: 'short' }, 401, 'INVALID_API_KEY'],
    ['{', {}, 400, 'INVALID_JSON'],
    ['{"text":{}}', {}, 400, 'ANOMALOUS_WEBHOOK_PAYLOAD'],
    ['{"attachments":7}', {}, 400, 'ANOMALOUS_WEBHOOK_PAYLOAD'],
  ] as const) {
    const answer = await hook(body, options);
    assert.deepEqual([answer.status, JSON.parse(answer.text).code], [status, code]);
  }
  assert.equal((await newest([])).id, before.id);
  assert.ok((await deliveries(bot.id)).includes('refused'));
});

test('a bot has its address in this form', async () => {
  const path = `/bots/${bot.id}/webhook_address`;
  const plain = await mel.ok('GET', path);
  assert.equal(plain.hook_url, `${server.url}/hooks/${bot.key}`);
  const full = await mel.ok('GET', path, { stream: 'general', topic: 'two words' });
  assert.equal(full.hook_url, `${server.url}/hooks/${bot.key}?stream=general&topic=two+words`);
  assert.equal((await mel.ok('GET', path, { integration: 'github' })).hook_url, null);
});
