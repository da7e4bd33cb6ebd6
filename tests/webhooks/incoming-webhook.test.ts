// The frame around all integrations: where messages go, which become none, whose requests are taken, and what the owner
// of the bot can look up of it.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { limits } from '../../src/contract/limits.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const mel = await server.as('mel');
const SECRET = 'a secret between two';

async function makeBot(name: string, fields = {}) {
  const { user_id: id, api_key: key } = await mel.ok('POST', '/bots', {
    full_name: name,
    short_name: name.toLowerCase(),
    bot_type: 2,
    service_name: 'github',
    ...fields,
  });
  return { id: id as number, key: key as string };
}

interface Request {
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly name?: string;
}

/** Posts as a service does. */
async function post(key: string, body: unknown, { headers = {}, query = {}, name = 'github' }: Request = {}) {
  const address = new URLSearchParams({ api_key: key, ...query });
  const answer = await fetch(`${server.url}/api/v1/external/${name}?${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-github-event': 'star', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests
  return { status: answer.status, body: (await answer.json()) as any };
}

const star = {
  action: 'created',
  sender: { login: 'sam' },
  repository: { name: 'lamp', full_name: 'acme/lamp', html_url: 'https://x.example/lamp' },
};

async function newest(narrow: readonly unknown[]) {
  const page = { anchor: 'newest', num_before: 1, num_after: 0, narrow, apply_markdown: false };
  return (await mel.ok('GET', '/messages', page)).messages[0];
}

async function deliveries(bot: number, limit?: number) {
  const { deliveries: all } = await mel.ok('GET', `/bots/${bot}/webhook_deliveries`, { limit });
  return all.map((one: { event: string; outcome: string }) => `${one.outcome} ${one.event}`.trim());
}

const inGeneral = { query: { stream: 'general' } };

describe('where messages go', async () => {
  const bot = await makeBot('Places');

  test('into the channel of the address and the topic of the integration, by the name of the service', async () => {
    await post(bot.key, star, inGeneral);
    const message = await newest([{ operator: 'topic', operand: 'lamp' }]);
    assert.equal(message.content, 'sam starred the repository [acme/lamp](https://x.example/lamp).');
    assert.deepEqual([message.sender_id, message.client], [bot.id, 'ZulipGitHubWebhook']);
  });

  test('into the topic of the address, if it names one', async () => {
    await post(bot.key, star, { query: { stream: 'general', topic: 'stars' } });
    assert.equal((await newest([{ operator: 'topic', operand: 'stars' }])).sender_id, bot.id);
  });

  test('to the owner of the bot without a channel', async () => {
    await post(bot.key, star);
    assert.equal((await newest([{ operator: 'dm', operand: [bot.id] }])).sender_id, bot.id);
  });

  test('a topic in a body is no topic of the address', async () => {
    await post(bot.key, { ...star, topic: 'elsewhere', stream: 'design' }, inGeneral);
    assert.equal((await newest([{ operator: 'sender', operand: bot.id }])).subject, 'lamp');
  });

  test('a form holds what a service sends as JSON', async () => {
    const form = new URLSearchParams({ payload: JSON.stringify(star), topic: 'not this' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await post(bot.key, form, { ...inGeneral, headers })).status, 200);
    assert.equal((await newest([{ operator: 'sender', operand: bot.id }])).subject, 'lamp');
  });

  test('what no table can hold is left out', async () => {
    const odd = JSON.stringify(star).replace('"sam"', '"s\\u0000a\\ud800m"');
    assert.equal((await post(bot.key, odd, inGeneral)).status, 200);
    assert.match((await newest([{ operator: 'sender', operand: bot.id }])).content, /^sa\ufffdm starred/);
    const unknown = { ...inGeneral, headers: { 'x-github-event': 'team' } };
    const strange = JSON.stringify({ ...star, action: 'x' }).replace('"x"', '"\\u0000\\ud800"');
    assert.equal((await post(bot.key, strange, unknown)).status, 200);
    assert.deepEqual(await deliveries(bot.id, 1), ['unsupported team:\ufffd']);
  });

  test('nor in an address', async () => {
    const query = { channels_map_to_topics: '0', channel_name: 'general\0', user_name: 'sa\0m' };
    const body = new URLSearchParams({ text: 'no oil' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await post(bot.key, body, { query, headers, name: 'slack' })).status, 200);
    assert.equal((await newest([{ operator: 'sender', operand: bot.id }])).content, '**sam**: no oil');
    const odd = JSON.stringify({ text: 'no oil', channel: 'x' }).replace('"x"', '"gone\\u0000"');
    assert.equal((await post(bot.key, odd, { ...inGeneral, name: 'mattermost_incoming' })).status, 200);
  });

  test('the log counts the bytes that came', async () => {
    const body = JSON.stringify(star);
    await post(bot.key, body, inGeneral);
    const { deliveries: all } = await mel.ok('GET', `/bots/${bot.id}/webhook_deliveries`, { limit: 1 });
    assert.equal(all[0].bytes, Buffer.byteLength(body));
  });

  test('nobody is mentioned by what a service says', async () => {
    await post(bot.key, { ...star, sender: { login: 'x @**all** @*support* @**Mel Member**' } }, inGeneral);
    const message = await newest([{ operator: 'sender', operand: bot.id }]);
    assert.match(message.content, /x @\u200b\*\*all\*\* @\u200b\*support\* @\u200b\*\*Mel/);
    assert.equal((await newest([{ operator: 'is', operand: 'mentioned' }]))?.id === message.id, false);
  });
});

describe('which become messages', async () => {
  const bot = await makeBot('Filters');
  for (const [query, outcome] of [
    [{ only_events: '["star"]' }, 'sent star'],
    [{ only_events: '["s*"]' }, 'sent star'],
    [{ only_events: '["st?r"]' }, 'sent star'],
    [{ only_events: '["[!s]tar"]' }, 'filtered star'],
    [{ only_events: '["push*"]' }, 'filtered star'],
    [{ exclude_events: '["star"]' }, 'filtered star'],
    [{ exclude_events: '["*ar"]' }, 'filtered star'],
    [{ exclude_events: '["push"]' }, 'sent star'],
    [{ only_events: '["star"]', exclude_events: '["s*"]' }, 'filtered star'],
  ] as const) {
    test(`${JSON.stringify(query)}: ${outcome}`, async () => {
      const { status, body } = await post(bot.key, star, { query: { stream: 'general', ...query } });
      assert.deepEqual([status, body], [200, { result: 'success', msg: '' }]);
      assert.deepEqual(await deliveries(bot.id, 1), [outcome]);
    });
  }

  test('bound webhookEventPatterns: so many patterns, and no more', async () => {
    const patterns = (number: number) => JSON.stringify(Array.from({ length: number }, () => 'star'));
    const query = (number: number) => ({ query: { stream: 'general', only_events: patterns(number) } });
    assert.equal((await post(bot.key, star, query(limits.webhookEventPatterns))).status, 200);
    assert.equal((await post(bot.key, star, query(limits.webhookEventPatterns + 1))).status, 400);
  });

  test('an event without words is answered with success and a word about it', async () => {
    const headers = { 'x-github-event': 'secret_scanning_alert' };
    const { status, body } = await post(bot.key, star, { ...inGeneral, headers });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      result: 'success',
      msg: "The 'secret_scanning_alert:created' event isn't currently supported by the GitHub webhook; ignoring",
      code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
      webhook_name: 'GitHub',
      event_type: 'secret_scanning_alert:created',
    });
    assert.deepEqual(await deliveries(bot.id, 1), ['unsupported secret_scanning_alert:created']);
  });
});

describe('refusals, each a line in the log', async () => {
  const bot = await makeBot('Refusals');
  const huge = `{"a":"${'x'.repeat(limits.requestBodyBytes)}"}`;
  for (const [what, body, request, status, code] of [
    ['no JSON', '{', inGeneral, 400, 'INVALID_JSON'],
    ['nothing', '', inGeneral, 400, 'INVALID_JSON'],
    ['another form', '[1]', inGeneral, 400, 'ANOMALOUS_WEBHOOK_PAYLOAD'],
    ['a field that is missing', { ...star, sender: {} }, inGeneral, 400, 'ANOMALOUS_WEBHOOK_PAYLOAD'],
    ['no event', star, { ...inGeneral, headers: { 'x-github-event': '' } }, 400, 'MISSING_HTTP_EVENT_HEADER'],
    ['more than is taken', huge, inGeneral, 413, 'REQUEST_TOO_LARGE'],
    ['a channel that nobody may write to', star, { query: { stream: 'announcements' } }, 400, 'BAD_REQUEST'],
  ] as const) {
    test(what, async () => {
      const before = await newest([]);
      const answer = await post(bot.key, body, request);
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
      assert.equal((await newest([])).id, before.id);
      const { deliveries: all } = await mel.ok('GET', `/bots/${bot.id}/webhook_deliveries`, { limit: 1 });
      assert.equal(all[0].outcome, 'refused');
      assert.match(all[0].detail, new RegExp(`^${code}: `));
    });
  }

  test('a missing field is named', async () => {
    const { body } = await post(bot.key, { ...star, sender: {} }, inGeneral);
    assert.equal(body.msg, 'Unable to parse request: Did GitHub generate this event?');
    assert.equal(body.reason, "The payload has no 'sender.login'.");
  });

  test('an integration that there is not', async () => {
    assert.equal((await post(bot.key, star, { name: 'hologram' })).status, 404);
  });

  test('the log is shown to those who may change the bot', async () => {
    const mia = await server.as('mia');
    await mia.refused(
      'GET',
      `/bots/${bot.id}/webhook_deliveries`,
      {},
      'BAD_REQUEST',
      'Insufficient permission',
    );
  });
});

test('the owner is told once of a channel that is gone', async () => {
  const bot = await makeBot('Lost');
  const told = async () => (await newest([{ operator: 'is', operand: 'dm' }])).id;
  const gone = { query: { stream: 'gone' } };
  assert.equal((await post(bot.key, star, gone)).status, 200);
  const first = await told();
  await mel.tell([mel.userId], 'something in between');
  const between = await told();
  assert.notEqual(first, between);
  await post(bot.key, star, gone);
  assert.equal(await told(), between);
  await post(bot.key, star, { query: { stream: 'gone too' } });
  assert.notEqual(await told(), between);
  assert.deepEqual(await deliveries(bot.id), ['no_channel star', 'no_channel star', 'no_channel star']);
});

describe('with a secret', async () => {
  const bot = await makeBot('Signed', { config_data: { secret: SECRET } });
  const signed = (body: string, secret = SECRET) => ({
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  });
  const body = JSON.stringify(star);

  test('a signed request is taken once', async () => {
    const request = { ...inGeneral, headers: signed(body) };
    assert.equal((await post(bot.key, body, request)).status, 200);
    const again = await post(bot.key, body, {
      ...request,
      headers: { ...signed(body), 'x-github-delivery': 'new' },
    });
    assert.deepEqual([again.status, again.body.code], [400, 'WEBHOOK_REPLAYED']);
    assert.deepEqual(await deliveries(bot.id), ['refused', 'sent star']);
  });

  for (const [what, headers, message] of [
    ['without a signature', {}, 'The request is not signed: the header X-Hub-Signature-256 is missing.'],
    [
      'by another secret',
      signed(body, 'x'),
      'The signature in X-Hub-Signature-256 is not one by the secret of this bot.',
    ],
    [
      'of another body',
      signed('{}'),
      'The signature in X-Hub-Signature-256 is not one by the secret of this bot.',
    ],
  ] as const) {
    test(what, async () => {
      const answer = await post(bot.key, body, { ...inGeneral, headers });
      assert.deepEqual(
        [answer.status, answer.body.code, answer.body.msg],
        [401, 'INVALID_WEBHOOK_SIGNATURE', message],
      );
    });
  }

  test('which is kept sealed, and can be taken away', async () => {
    const { database } = server.server.services;
    const rows = await database.reader(0).db.selectFrom('bot_service').select('config').execute();
    assert.equal(
      rows.some(({ config }) => config.includes(SECRET)),
      false,
    );
    await mel.ok('PATCH', `/bots/${bot.id}`, { config_data: { secret: '' } });
    assert.equal((await post(bot.key, body, inGeneral)).status, 200);
    const { config_data: config } = await mel.ok('PATCH', `/bots/${bot.id}`, {});
    assert.equal('secret' in config, false);
  });

  test('which nobody but the owner of the bot is told', async () => {
    const owned = await makeBot('Owned', { config_data: { secret: SECRET, other: 'x' } });
    const adam = await server.as('adam');
    const configFor = async (who: typeof mel) =>
      (await who.ok('PATCH', `/bots/${owned.id}`, { config_data: { other: 'y' } })).config_data;
    assert.deepEqual(await configFor(mel), { integration_id: 'github', secret: SECRET, other: 'y' });
    assert.deepEqual(await configFor(adam), { integration_id: 'github', other: 'y' });
    const answer = await post(owned.key, body, inGeneral);
    assert.equal(answer.body.code, 'INVALID_WEBHOOK_SIGNATURE');
  });

  test('which another server sealed: nothing is taken until it is set again', async () => {
    const lost = await makeBot('Moved', { config_data: { secret: SECRET } });
    const { database } = server.server.services;
    await database.write(1, (writer) =>
      writer.db
        .updateTable('bot_service')
        .set({ config: JSON.stringify({ secret: `sealed.${'A'.repeat(60)}` }) })
        .where('account_id', '=', lost.id)
        .execute(),
    );
    const refused = async () => {
      const answer = await post(lost.key, body, { ...inGeneral, headers: signed(body, '') });
      assert.deepEqual([answer.status, answer.body.code], [401, 'INVALID_WEBHOOK_SIGNATURE']);
    };
    await refused();
    await mel.ok('PATCH', `/bots/${lost.id}`, { config_data: { other: 'x' } });
    await refused();
    await mel.ok('PATCH', `/bots/${lost.id}`, { config_data: { secret: '' } });
    assert.equal((await post(lost.key, body, inGeneral)).status, 200);
  });
});

test('bound webhookDeliveriesPerBot: the oldest give way', async () => {
  const bot = await makeBot('Busy');
  const send = (event: string) => post(bot.key, star, { ...inGeneral, headers: { 'x-github-event': event } });
  await send('first');
  for (let index = 0; index < limits.webhookDeliveriesPerBot; index++) await send('star');
  const all = await deliveries(bot.id);
  assert.equal(all.length, limits.webhookDeliveriesPerBot);
  assert.deepEqual(new Set(all), new Set(['sent star']));
});

test('what comes without a signature does not make room for replays', async () => {
  const bot = await makeBot('Flooded', { config_data: { secret: SECRET } });
  const body = JSON.stringify(star);
  const digest = createHmac('sha256', SECRET).update(body).digest('hex');
  const signed = { ...inGeneral, headers: { 'x-hub-signature-256': `sha256=${digest}` } };
  assert.equal((await post(bot.key, body, signed)).status, 200);
  for (let index = 0; index <= limits.webhookDeliveriesPerBot; index++) await post(bot.key, body, inGeneral);
  assert.equal((await post(bot.key, body, signed)).body.code, 'WEBHOOK_REPLAYED');
});

test('bound messagesPerWebhook: one request becomes so many messages, or none', async () => {
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

test('a service may name the bot as other clients do', async () => {
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

test('a bot has an address, and a line that tries it', async () => {
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

test('an address can be checked', async () => {
  const bot = await makeBot('Checked');
  const check = async (key: string, method = 'GET') =>
    (await fetch(`${server.url}/api/v1/external/github?api_key=${key}`, { method })).status;
  assert.deepEqual([await check(bot.key), await check(bot.key, 'HEAD'), await check('x')], [200, 200, 401]);
});

test('clients are told of the integrations, with their events and options', async () => {
  const { snapshot } = await mel.listen({ fetch_event_types: ['realm_incoming_webhook_bots'] });
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
