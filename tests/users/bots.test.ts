// Bots: creating, listing, changing and deactivating them, and their keys.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { expectFold } from '../support/fold.ts';
import { startTestServer } from '../support/server.ts';
import { configure } from './support.ts';

const server = await startTestServer();
const [olive, adam, mel, mia, gus, helper] = await Promise.all([
  server.as('olive'),
  server.as('adam'),
  server.as('mel'),
  server.as('mia'),
  server.as('gus'),
  server.as('helper'),
]);

const notPosted =
  'is in a private network, where this server posts only if its administrator allows the address (--webhook-targets).';

let count = 0;
async function makeBot(parameters: Record<string, unknown> = {}) {
  count += 1;
  const name = { full_name: `Bot ${count}`, short_name: `bot${count}` };
  return mel.ok('POST', '/bots', { ...name, ...parameters });
}

describe('POST /bots', () => {
  test('sends the account to everyone, and the bot to its owner and administrators', async () => {
    let bot: { user_id: number; api_key: string } = { user_id: 0, api_key: '' };
    const [melEvents = [], adamEvents = [], miaEvents = []] = await expectFold(
      [mel, adam, mia, gus],
      async () => {
        bot = await makeBot({ default_sending_stream: 'general' });
      },
    );
    for (const events of [melEvents, adamEvents, miaEvents]) {
      const [addEvent] = events.filter(({ type }) => type === 'realm_user');
      assert.equal(addEvent.person.user_id, bot.user_id);
      assert.equal(addEvent.person.bot_owner_id, mel.userId);
    }
    const wire = {
      user_id: bot.user_id,
      default_sending_stream: 'general',
      default_events_register_stream: null,
      default_all_public_streams: false,
      services: [],
    };
    for (const events of [melEvents, adamEvents]) {
      assert.deepEqual(events.find(({ type }) => type === 'realm_bot')?.bot, wire);
    }
    assert.equal(
      miaEvents.find(({ type }) => type === 'realm_bot'),
      undefined,
    );
    const client = server.client(`bot${count}-bot@parley.invalid`, bot.api_key);
    assert.equal((await client.ok('GET', '/users/me')).is_bot, true);
  });

  test('an outgoing webhook has one service, with a token', async () => {
    const bot = await makeBot({ bot_type: 3, payload_url: 'https://example.org/hook', interface_type: 2 });
    const { realm_bots: bots } = (await mel.registerQueue()).snapshot;
    const [service] = bots.find(({ user_id }: { user_id: number }) => user_id === bot.user_id).services;
    assert.equal(service.base_url, 'https://example.org/hook');
    assert.equal(service.interface, 2);
    assert.match(service.token, /^\w{32}$/);
  });

  for (const [parameters, message] of [
    [{ full_name: 'x' }, 'Name too short!'],
    [{ short_name: '' }, 'Bad name or username'],
    [{ short_name: 'with space' }, 'Bad name or username'],
    [{ bot_type: 4 }, 'Embedded bots are not enabled.'],
    [{ bot_type: 9 }, 'Invalid bot type'],
    [{ full_name: 'mel member' }, 'Name is already in use!'],
    [{ interface_type: 5 }, 'Invalid interface type'],
    [{ bot_type: 3 }, 'payload_url is not a URL'],
    [{ bot_type: 3, payload_url: 'http://10.0.0.5:8080/hook' }, `payload_url ${notPosted}`],
    [{ bot_type: 3, payload_url: 'http://2130706433/' }, `payload_url ${notPosted}`],
    [{ bot_type: 3, payload_url: 'http://localhost:1/' }, `payload_url ${notPosted}`],
    [{ bot_type: 3, payload_url: 'http://[::1]/' }, `payload_url ${notPosted}`],
    [{ bot_type: 2, service_name: 'nothing' }, "Invalid integration 'nothing'."],
    [{ default_sending_stream: 'leadership' }, "Invalid channel name 'leadership'"],
  ] as const) {
    test(`refuses ${JSON.stringify(parameters)}`, async () => {
      const fine = { full_name: 'Fine Bot', short_name: 'fine' };
      await mel.refused('POST', '/bots', { ...fine, ...parameters }, 'BAD_REQUEST', message);
    });
  }

  test('refuses a taken address, guests and bots', async () => {
    const { user_id } = await makeBot();
    assert.ok(user_id);
    const sameAddress = { full_name: 'Another', short_name: `bot${count}` };
    await mel.refused('POST', '/bots', sameAddress, 'BAD_REQUEST', 'Email is already in use.');
    await gus.refused('POST', '/bots', sameAddress, 'BAD_REQUEST', 'Not allowed for guest users');
    await helper.refused(
      'POST',
      '/bots',
      sameAddress,
      'BAD_REQUEST',
      'This endpoint does not accept bot requests.',
    );
  });

  test('needs permission, a lesser one for bots that only send', async () => {
    const { realm_user_groups: groups } = (await olive.registerQueue()).snapshot;
    const idOf = (name: string) => groups.find((group: { name: string }) => group.name === name).id;
    const own = await makeBot({ bot_type: 2 });
    assert.ok(own.user_id);
    await configure(server, { can_create_bots_group: idOf('role:administrators') });
    const bot = { full_name: 'Sender', short_name: 'sender' };
    await mel.refused('POST', '/bots', bot, 'BAD_REQUEST', 'Insufficient permission');
    await mel.ok('POST', '/bots', { ...bot, bot_type: 2 });
    await adam.ok('POST', '/bots', { full_name: 'Admin Bot', short_name: 'admin' });
    await configure(server, { can_create_bots_group: idOf('role:members') });
  });
});

test('GET /bots lists the caller’s active bots with their keys', async () => {
  const { api_key } = await makeBot();
  const { bots } = await mel.ok('GET', '/bots');
  const last = bots.at(-1);
  assert.equal(last.username, `bot${count}-bot@parley.invalid`);
  assert.equal(last.api_key, api_key);
  assert.deepEqual((await mia.ok('GET', '/bots')).bots, []);
});

describe('PATCH /bots/{id}', () => {
  test('changes name, address and defaults, and sends events', async () => {
    const { user_id: id } = await makeBot();
    await expectFold([mel, adam, mia, gus], () =>
      mel.ok('PATCH', `/bots/${id}`, {
        full_name: 'Renamed',
        short_name: 'renamed',
        default_sending_stream: 'engineering',
        default_events_register_stream: 'general',
        default_all_public_streams: true,
      }),
    );
    const answer = await mel.ok('PATCH', `/bots/${id}`, { default_sending_stream: '' });
    assert.equal(answer.full_name, 'Renamed');
    assert.equal(answer.default_sending_stream, null);
    assert.equal(answer.default_events_register_stream, 'general');
    assert.equal(answer.bot_owner, 'mel@example.com');
    assert.equal((await mia.ok('GET', `/users/${id}`)).user.email, 'renamed-bot@parley.invalid');
  });

  test('transfers it to another owner, who may change it from then on', async () => {
    const { user_id: id } = await makeBot();
    const [before = [], after = [], gusEvents = []] = await expectFold([mel, mia, gus, adam], () =>
      mel.ok('PATCH', `/bots/${id}`, { bot_owner_id: mia.userId }),
    );
    assert.ok(before.some(({ type, op }) => type === 'realm_bot' && op === 'delete'));
    assert.ok(after.some(({ type, op }) => type === 'realm_bot' && op === 'add'));
    assert.deepEqual(
      gusEvents.map(({ person }) => person),
      [{ user_id: id, bot_owner_id: mia.userId }],
    );
    await mel.refused(
      'PATCH',
      `/bots/${id}`,
      { full_name: 'Mine' },
      'BAD_REQUEST',
      'Insufficient permission',
    );
    await mia.ok('PATCH', `/bots/${id}`, { full_name: 'Now Mine' });
  });

  test('changes where an outgoing webhook posts', async () => {
    const { user_id: id } = await makeBot({ bot_type: 3, payload_url: 'https://example.org/a' });
    const [melEvents = []] = await expectFold([mel, adam], () =>
      mel.ok('PATCH', `/bots/${id}`, { service_payload_url: '"https://example.org/b"' }),
    );
    assert.equal(melEvents[0].bot.services[0].base_url, 'https://example.org/b');
    const internal = { service_payload_url: '"http://192.168.0.1/"' };
    await mel.refused('PATCH', `/bots/${id}`, internal, 'BAD_REQUEST', `service_payload_url ${notPosted}`);
  });

  test('refuses invalid values, and then changes nothing', async () => {
    const { user_id: id } = await makeBot();
    for (const [change, message] of [
      [{ bot_owner_id: 999 }, 'Failed to change owner, no such user'],
      [{ bot_owner_id: helper.userId }, "Failed to change owner, bots can't own other bots"],
      [{ config_data: { a: 'b' } }, "This bot type doesn't use config data."],
      [{ service_payload_url: 'https://example.org' }, "This bot type doesn't use a payload URL."],
      [{ short_name: 'renamed' }, 'Email address already in use'],
      [{ full_name: 'Mel Member' }, 'Name is already in use!'],
      [{ default_sending_stream: 'nowhere' }, "Invalid channel name 'nowhere'"],
    ] as const) {
      await mel.refused('PATCH', `/bots/${id}`, change, 'BAD_REQUEST', message);
    }
    const role = { role: 200 };
    await mel.refused(
      'PATCH',
      `/bots/${id}`,
      role,
      'UNAUTHORIZED_PRINCIPAL',
      'Must be an organization administrator',
    );
    await mel.refused('PATCH', `/bots/${mia.userId}`, {}, 'BAD_REQUEST', 'No such bot');
    await mel.refused('PATCH', '/bots/999', {}, 'BAD_REQUEST', 'No such bot');
    assert.equal((await mel.ok('GET', `/users/${id}`)).user.full_name, `Bot ${count}`);
  });
});

test('DELETE /bots/{id} deactivates, and its owner can reactivate it', async () => {
  const { user_id: id } = await makeBot();
  await mia.refused('DELETE', `/bots/${id}`, {}, 'BAD_REQUEST', 'Insufficient permission');
  await expectFold([mel, adam, gus], () => mel.ok('DELETE', `/bots/${id}`));
  assert.equal((await mia.ok('GET', `/users/${id}`)).user.is_active, false);
  await expectFold([mel, adam, gus], () => mel.ok('POST', `/users/${id}/reactivate`));
  assert.equal((await mia.ok('GET', `/users/${id}`)).user.is_active, true);
});

describe('API keys', () => {
  test('of a bot can be seen and renewed by its owner and administrators, without events', async () => {
    const { user_id: id, api_key: first } = await makeBot();
    assert.equal((await adam.ok('GET', `/bots/${id}/api_key`)).api_key, first);
    await mia.refused('GET', `/bots/${id}/api_key`, {}, 'BAD_REQUEST', 'Insufficient permission');
    await mel.refused('GET', '/bots/999/api_key', {}, 'BAD_REQUEST', 'No such bot');
    const bot = server.client(`bot${count}-bot@parley.invalid`, first);
    await bot.ok('GET', '/users/me');
    const listener = await mel.registerQueue();
    const { api_key: second } = await mel.ok('POST', `/bots/${id}/api_key/regenerate`);
    assert.notEqual(second, first);
    assert.deepEqual(await listener.events(), []);
    assert.equal((await bot.request('GET', '/users/me')).status, 401);
    await server.client(bot.email, second).ok('GET', '/users/me');
  });

  test('of the account itself are renewed, and the old one is invalid at once', async () => {
    const { api_key } = await mia.ok('POST', '/users/me/api_key/regenerate');
    assert.match(api_key, /^\w{32}$/);
    assert.equal((await mia.request('GET', '/users/me')).status, 401);
    await server.client('mia@example.com', api_key).ok('GET', '/users/me');
  });
});

test('the demo organization lists who can log in', async () => {
  const { direct_admins: administrators, direct_users: others } = await server.anonymous.ok(
    'GET',
    '/dev_list_users',
  );
  assert.deepEqual(
    administrators.map(({ email }: { email: string }) => email),
    ['olive@example.com', 'adam@example.com'],
  );
  assert.equal(others.length, 5);
  assert.equal(others[0].realm_url, server.url);
});
