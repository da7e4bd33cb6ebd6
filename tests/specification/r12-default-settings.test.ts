// The default preferences of a new user.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { grant } from '../users/support.ts';
import { assertSuccessOnly } from './lookups.ts';

const server = await startTestServer();
const adam = await server.as('adam');

/** Listed among the defaults, but not changeable. */
const personalOnly = new Set(['enable_marketing_emails', 'enable_login_emails', 'allow_private_data_export']);

test('R-default-settings.1 a new user starts with all defaults', async () => {
  const { realm_user_settings_defaults: before } = (await adam.registerQueue()).snapshot;
  const others = Object.entries(before).flatMap(([name, value]) =>
    typeof value === 'boolean' && !personalOnly.has(name) ? [[name, !value] as const] : [],
  );
  assert.ok(others.length > 30);
  const changed = { ...Object.fromEntries(others), color_scheme: 2, web_home_view: 'all_messages' };
  assertSuccessOnly(await adam.ok('PATCH', '/realm/user_settings_defaults', changed));
  await grant(server, adam, { can_create_users: 1 });
  const password = 'a rather long pass phrase';
  await adam.ok('POST', '/users', { email: 'new@example.com', full_name: 'New', password });
  const { api_key } = await server.anonymous.ok('POST', '/fetch_api_key', {
    username: 'new@example.com',
    password,
  });
  const { snapshot } = await server.client('new@example.com', api_key).registerQueue();
  const defaults = { ...before, ...changed };
  const began = Object.keys(defaults).map((name) => [name, snapshot.user_settings[name]]);
  assert.deepEqual(Object.fromEntries(began), defaults);
});
