// The storage of bots: texts by name, separate for each bot.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';

const server = await startTestServer();
const helper = await server.as('helper');
const mel = await server.as('mel');

async function anotherBot() {
  const { api_key: key } = await mel.ok('POST', '/bots', { full_name: 'Other Bot', short_name: 'other' });
  return server.client('other-bot@parley.invalid', key);
}

test('a bot stores, overwrites, reads and removes values', async () => {
  await helper.ok('PUT', '/bot_storage', { storage: { one: '1', two: '2', 'grün "x"': 'ß\n' } });
  await helper.ok('PUT', '/bot_storage', { storage: { two: 'zwei', three: '' } });
  assert.deepEqual((await helper.ok('GET', '/bot_storage')).storage, {
    one: '1',
    two: 'zwei',
    three: '',
    'grün "x"': 'ß\n',
  });
  const some = await helper.ok('GET', '/bot_storage', { keys: ['two', 'grün "x"'] });
  assert.deepEqual(some.storage, { two: 'zwei', 'grün "x"': 'ß\n' });
  await helper.ok('DELETE', '/bot_storage', { keys: ['one', 'three'] });
  assert.deepEqual(Object.keys((await helper.ok('GET', '/bot_storage')).storage).sort(), ['grün "x"', 'two']);
  await helper.ok('DELETE', '/bot_storage');
  assert.deepEqual((await helper.ok('GET', '/bot_storage')).storage, {});
});

test('an unknown name is refused, and nothing is removed', async () => {
  await helper.ok('PUT', '/bot_storage', { storage: { here: 'yes' } });
  const keys = ['here', 'gone'];
  await helper.refused('GET', '/bot_storage', { keys }, 'BAD_REQUEST', 'Key does not exist.');
  await helper.refused('DELETE', '/bot_storage', { keys }, 'BAD_REQUEST', 'Key does not exist.');
  assert.deepEqual((await helper.ok('GET', '/bot_storage')).storage, { here: 'yes' });
  await helper.ok('DELETE', '/bot_storage');
});

test('another bot’s storage is separate', async () => {
  const other = await anotherBot();
  await helper.ok('PUT', '/bot_storage', { storage: { name: 'helper' } });
  await other.ok('PUT', '/bot_storage', { storage: { name: 'other' } });
  await other.ok('DELETE', '/bot_storage');
  assert.deepEqual((await helper.ok('GET', '/bot_storage')).storage, { name: 'helper' });
  await helper.ok('DELETE', '/bot_storage');
});

test('people have no storage', async () => {
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    await mel.refused(method, '/bot_storage', {}, 'PERMISSION_DENIED', 'Must be a bot user');
  }
});

test('storage has ten million characters, without overwritten values', async () => {
  assert.equal(limits.botStorageCharacters, 10_000_000);
  await withLimit('botStorageCharacters', 10_000, async () => {
    const part = 'a'.repeat(3300);
    for (const name of ['a', 'b', 'c']) await helper.ok('PUT', '/bot_storage', { storage: { [name]: part } });
    await helper.ok('PUT', '/bot_storage', { storage: { a: part } });
    await helper.refused(
      'PUT',
      '/bot_storage',
      { storage: { d: 'é'.repeat(100) } },
      'BAD_REQUEST',
      'Request exceeds storage limit by 4 characters. The limit is 10000 characters.',
    );
  });
  await helper.ok('DELETE', '/bot_storage');
});

test('a name may be a property that every JavaScript object has', async () => {
  const keys = ['__proto__', 'constructor'];
  await helper.ok('PUT', '/bot_storage', { storage: JSON.parse('{"__proto__": "1", "constructor": "2"}') });
  const { storage } = await helper.ok('GET', '/bot_storage', { keys });
  assert.deepEqual(Object.entries(storage).sort(), [
    ['__proto__', '1'],
    ['constructor', '2'],
  ]);
  await helper.ok('DELETE', '/bot_storage', { keys });
});
