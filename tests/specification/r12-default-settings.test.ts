// What the preferences of a new user begin with.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';

const server = await startTestServer();
const adam = await server.as('adam');

test('R-default-settings.1 a new user begins with the defaults', async () => {
  await adam.ok('PATCH', '/realm/user_settings_defaults', { color_scheme: 2, enter_sends: true });
  await grant(server, adam, { can_create_users: 1 });
  const password = 'a rather long pass phrase';
  await adam.ok('POST', '/users', { email: 'new@example.com', full_name: 'New', password });
  const { api_key } = await server.nobody.ok('POST', '/fetch_api_key', {
    username: 'new@example.com',
    password,
  });
  const { snapshot } = await server.client('new@example.com', api_key).listen();
  assert.equal(snapshot.user_settings.color_scheme, 2);
  assert.equal(snapshot.user_settings.enter_sends, true);
});
