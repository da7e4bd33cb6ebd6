// Databases that earlier releases wrote (`releases/`, made by `scripts/release-fixture.mjs`): the current server serves
// them with all their content, and released migrations never change.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { migrations } from '../../src/storage/migrations/migrate.ts';
import { inDialect } from '../../src/storage/migrations/migration.ts';
import { ApiClient } from '../support/client.ts';
import { startTestServer } from '../support/server.ts';
import { copyRelease, releases } from './copied-release.ts';

const login = { username: 'bo@acme.example', password: 'a fine password' };

for (const release of releases) {
  test(`the database of ${release} is served with all its content, and accepts new messages`, async () => {
    const storage = { ...(await copyRelease(release)), isDemo: false };
    const first = await startTestServer(storage);
    const { api_key: key } = await first.anonymous.ok('POST', '/fetch_api_key', login);
    const bo = new ApiClient(first.url, login.username, key);
    const read = async (client: ApiClient, narrow: unknown[] = []) => {
      const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow, apply_markdown: false };
      const { messages } = await client.ok('GET', '/messages', page);
      return messages.map((one: { content: string }) => one.content);
    };
    const sent = [
      'The **lamp** is lit',
      'and the horn https://example.org/horn sounds',
      'gone',
      'a note to myself',
    ];
    assert.deepEqual((await read(bo)).slice(0, 4), sent);
    assert.deepEqual(await read(bo, [['search', 'lamp']]), [sent[0]]);
    assert.deepEqual(await read(bo, [['is', 'starred']]), [sent[0]]);
    assert.deepEqual(await read(bo, [['has', 'reaction']]), [sent[0]]);
    assert.deepEqual(await read(bo, [['has', 'link']]), [sent[1]]);
    assert.deepEqual(await read(bo, [['is', 'resolved']]), [sent[2]]);
    assert.deepEqual(await read(bo, [['is', 'dm']]), [sent[3]]);
    const { snapshot } = await bo.registerQueue();
    assert.equal(snapshot.realm_name, 'Acme');
    const everyone = snapshot.realm_user_groups.find(
      ({ name }: { name: string }) => name === 'role:everyone',
    );
    for (const { can_pin_messages_group: group } of snapshot.subscriptions) assert.equal(group, everyone.id);
    await first.anonymous.refused(
      'POST',
      '/fetch_api_key',
      { ...login, password: 'wrong' },
      'AUTHENTICATION_FAILED',
    );
    await bo.sendToChannel('general', 'lighthouses', 'a later lamp');
    await first.close();
    const second = await startTestServer(storage);
    const later = new ApiClient(second.url, login.username, key);
    assert.deepEqual(await read(later, [['search', 'lamp']]), [sent[0], 'a later lamp']);
  });
}

test('a released migration keeps its content and number', async () => {
  const list = fileURLToPath(new URL('landed-migrations.txt', import.meta.url));
  const landed = (await readFile(list, 'utf8')).trim().split('\n');
  const now = migrations.map((migration) => {
    const hash = createHash('sha256');
    for (const engine of ['sqlite', 'postgres'] as const) {
      for (const statement of migration.statements(engine)) hash.update(`${inDialect(statement, engine)};\n`);
    }
    return `${migration.version} ${hash.digest('hex')}`;
  });
  const numbers = migrations.map(({ version }) => version);
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].sort((one, other) => one - other),
    'numbers ascend',
  );
  assert.deepEqual(
    now,
    landed,
    'a new migration adds its line at the end of tests/storage/landed-migrations.txt',
  );
});
