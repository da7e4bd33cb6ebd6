// How a service identifies its bot: by an address with the bot's key, which can be tested, or as other clients do; and the
// list of webhook services for clients.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { star, startServiceFixture } from './service-fixture.ts';

const { makeBot, mel, newest, server } = await startServiceFixture();

test('a service may authenticate the bot as other clients do', async () => {
  const bot = await makeBot('Named');
  const { user } = await mel.ok('GET', `/users/${bot.id}`);
  const send = (key: string) =>
    fetch(`${server.url}/api/v1/external/github?stream=general`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${user.email}:${key}`)}`, 'x-github-event': 'star' },
      body: JSON.stringify(star),
    });
  assert.deepEqual([(await send(bot.key)).status, (await send('x'.repeat(32))).status], [200, 401]);
});

test('a bot has an address, and a command that tests it', async () => {
  const bot = await makeBot('Addressed', { service_name: 'slack_incoming' });
  const path = `/bots/${bot.id}/webhook_address`;
  const { url, curl, signed_in } = await mel.ok('GET', path, { stream: 'general', topic: "it's here" });
  assert.equal(
    url,
    `${server.url}/api/v1/external/slack_incoming?api_key=${bot.key}&stream=general&topic=it%27s+here`,
  );
  assert.equal(curl, `curl -X POST -H 'Content-Type: application/json' -d '{"text": "It works"}' '${url}'`);
  assert.equal(signed_in, null);
  const headers = { 'content-type': 'application/json' };
  assert.equal((await fetch(url, { method: 'POST', headers, body: '{"text": "It works"}' })).status, 200);
  assert.equal((await newest([{ operator: 'topic', operand: "it's here" }])).sender_id, bot.id);
  const other = await mel.ok('GET', path, { integration: 'github' });
  assert.deepEqual([other.curl, other.signed_in], [`curl '${other.url}'`, 'X-Hub-Signature-256']);
  assert.equal((await fetch(other.url)).status, 200);
});

test('a bot’s address includes whether it accepts only signed requests', async () => {
  const bot = await makeBot('Signed');
  const about = async (integration: string) => {
    const answer = await mel.ok('GET', `/bots/${bot.id}/webhook_address`, { integration });
    return [answer.signed_in, answer.checked_by, answer.is_checked];
  };
  const set = (config_data: Record<string, string>) => mel.ok('PATCH', `/bots/${bot.id}`, { config_data });
  assert.deepEqual(await about('github'), ['X-Hub-Signature-256', 'secret', false]);
  assert.deepEqual(await about('travis'), ['Signature', 'public_key_url', false]);
  assert.deepEqual(await about('json'), [null, null, false]);
  await set({ secret: 'it is signed' });
  assert.deepEqual(await about('github'), ['X-Hub-Signature-256', 'secret', true]);
  await set({ secret: '', public_key_url: 'default' });
  assert.deepEqual(await about('travis'), ['Signature', 'public_key_url', true]);
  await set({ public_key_url: '' });
  assert.deepEqual(await about('json'), [null, null, false]);
  const other = await mel.ok('POST', '/bots', { full_name: 'Other', short_name: 'other', bot_type: 1 });
  const path = `/bots/${other.user_id}/webhook_address`;
  const { signed_in, checked_by } = await mel.ok('GET', path, { integration: 'github' });
  assert.deepEqual([signed_in, checked_by], ['X-Hub-Signature-256', null]);
});

test('an address can be checked', async () => {
  const bot = await makeBot('Checked');
  const check = async (key: string, method = 'GET') =>
    (await fetch(`${server.url}/api/v1/external/github?api_key=${key}`, { method })).status;
  assert.deepEqual([await check(bot.key), await check(bot.key, 'HEAD'), await check('x')], [200, 200, 401]);
});

test('clients get the webhook services with their events and options', async () => {
  const { snapshot } = await mel.registerQueue({ fetch_event_types: ['realm_incoming_webhook_bots'] });
  const github = snapshot.realm_incoming_webhook_bots.find(({ name }: { name: string }) => name === 'github');
  assert.equal(github.display_name, 'GitHub');
  assert.ok(github.all_event_types.includes('push_commits'));
  assert.deepEqual(
    github.config_options.map(({ key }: { key: string }) => key),
    ['secret'],
  );
  assert.deepEqual(
    github.url_options.map(({ key }: { key: string }) => key),
    ['branches', 'ignore_private_repositories'],
  );
});
