// Credentials read from the database while they are revoked are not used afterwards.

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { endSessionsOf } from '../../src/actions/sessions/change-session.ts';
import { loggedIn } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const { database } = server.server.services;

/** Runs an action after a table was read for a request, and before the request continues. */
async function whileReading(
  { mock }: TestContext,
  table: string,
  request: () => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const { reader } = database;
  let hasBegun = false;
  const mocked = mock.method(database, 'reader', (organizationId: number) => {
    const real = reader.call(database, organizationId);
    const execute: typeof real.execute = async (sql, values) => {
      const rows = await real.execute(sql, values);
      if (hasBegun || !sql.includes(`from "${table}"`) || !/_hash/.test(sql)) return rows;
      hasBegun = true;
      await meanwhile();
      return rows;
    };
    return { ...real, execute };
  });
  await request();
  assert.ok(hasBegun, `${table} was read`);
  mocked.mock.restore();
}

test('a session that ends while it is read is refused from then on', async (t) => {
  const browser = await loggedIn(server.url, 'mel@example.com');
  const mel = await server.as('mel');
  const ask = () => browser.send('GET', '/json/users/me');
  const end = () => database.write(1, (writer) => endSessionsOf(writer, mel.userId));
  await whileReading(t, 'session', ask, end);
  for (let time = 0; time < 2; time += 1) assert.equal((await ask()).status, 401);
});

test('a key that is replaced while it is read is no longer valid', async (t) => {
  const mia = await server.as('mia');
  const ask = () => mia.request('GET', '/users/me');
  const replace = async () => {
    const { api_key } = await mia.ok('POST', '/users/me/api_key/regenerate');
    assert.notEqual(api_key, mia.apiKey);
  };
  await whileReading(t, 'account', ask, replace);
  for (let time = 0; time < 2; time += 1) assert.equal((await ask()).status, 401);
});
