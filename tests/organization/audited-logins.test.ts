// Audit log entries about logins: successes and failures, counted per minute, ended sessions, and new passwords and keys.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { login, startRealServer } from '../server/real-organization.ts';
import { Browser } from '../support/browser.ts';
import { ApiClient } from '../support/client.ts';
import { type AuditedEntry, audited } from './audited.ts';

const server = await startRealServer();
const { anonymous } = server;
const { api_key: key, user_id: bo } = await anonymous.ok('POST', '/fetch_api_key', login);
let owner = new ApiClient(server.url, login.username, key, bo);
const NEW_PASSWORD = 'quite another fine one';
const ip_address = '127.0.0.1';
const self = { acting_user_id: bo, affected_user_id: bo };

const guess = (username: string) =>
  anonymous.request('POST', '/fetch_api_key', { username, password: 'a wrong guess' });

test('the first entries are the founder’s', async () => {
  const { entries } = await owner.ok('GET', '/audit_log');
  const { kind, acting_user_id, details } = entries.at(-1);
  assert.deepEqual([kind, acting_user_id, details], ['organization_created', bo, { name: 'Acme' }]);
});

test('a login is recorded with its method and address, and repetitions within a minute are counted', async () => {
  const browser = () => new Browser(server.url).logIn(login.username, login.password);
  const audit = await audited(owner, browser);
  assert.deepEqual(audit, [{ kind: 'log_in', ...self, ip_address, details: { door: 'page' } }]);
  assert.deepEqual(await audited(owner, browser), []);
  const [newest] = (await owner.ok('GET', '/audit_log', { limit: 1 })).entries;
  assert.equal(newest.count, 2);
});

test('alternating logins with two methods are counted in one entry each', async () => {
  const logIn = () => anonymous.ok('POST', '/fetch_api_key', login);
  const more = await audited(owner, async () => {
    await logIn();
    await new Browser(server.url).logIn(login.username, login.password);
    await logIn();
  });
  assert.deepEqual(more, []);
  const { entries } = await owner.ok('GET', '/audit_log', { kind: 'log_in' });
  const counts = entries.map(({ count, details }: AuditedEntry) => [details.door, count]);
  assert.deepEqual(counts, [
    ['page', 3],
    ['fetch_api_key', 3],
  ]);
});

test('repeated renames leave at most ten entries a minute', async () => {
  const audit = await audited(owner, async () => {
    for (let index = 0; index < 13; index++)
      await owner.ok('PATCH', '/settings', { full_name: `Bo the ${index}th` });
  });
  assert.deepEqual([audit.length, audit.at(-1)?.count], [10, 4]);
});

test('the end of a session is recorded', async () => {
  const browser = new Browser(server.url);
  await browser.logIn(login.username, login.password);
  const { sessions } = await browser.ok('GET', '/users/me/sessions');
  const path = `/users/me/sessions/${sessions[0].id}`;
  const audit = await audited(owner, () => owner.ok('DELETE', path));
  assert.deepEqual(audit, [{ kind: 'session_ended', ...self, details: {} }]);
  await owner.request('DELETE', path);
  assert.deepEqual(await audited(owner, () => owner.request('DELETE', path)), []);
});

test('failures of an account are one entry a minute, from any address', async () => {
  const failedLoginEntry = (count?: number): AuditedEntry => ({
    kind: 'log_in_failed',
    affected_user_id: bo,
    ip_address,
    ...(count !== undefined && { count }),
    details: { door: 'fetch_api_key' },
  });
  const first = await audited(owner, async () => {
    for (let index = 0; index < 3; index++) assert.equal((await guess(login.username)).status, 401);
  });
  assert.deepEqual(first, [failedLoginEntry(3)]);
  const more = await audited(owner, () => new Browser(server.url).logIn(login.username, 'wrong again'));
  assert.deepEqual(more, []);
  const [newest] = (await owner.ok('GET', '/audit_log', { kind: 'log_in_failed' })).entries;
  assert.equal(newest.count, 4);
});

test('failures for unknown addresses are not recorded', async () => {
  assert.deepEqual(await audited(owner, () => guess('nobody@acme.example')), []);
});

test('a new password, a new key and the end of all sessions are recorded', async () => {
  const password = { old_password: login.password, new_password: NEW_PASSWORD };
  const entriesOfChange = await audited(owner, () => owner.ok('PATCH', '/settings', password));
  assert.deepEqual(entriesOfChange, [{ kind: 'password_changed', ...self, details: { by: 'settings' } }]);
  const entriesOfEnd = await audited(owner, () => owner.ok('DELETE', '/users/me/sessions'));
  assert.deepEqual(entriesOfEnd, [{ kind: 'logged_out_everywhere', ...self, details: {} }]);
  const { api_key: newKey } = await owner.ok('POST', '/users/me/api_key/regenerate');
  owner = new ApiClient(server.url, login.username, newKey, bo);
  const [newest] = (await owner.ok('GET', '/audit_log', { limit: 1 })).entries;
  assert.deepEqual([newest.kind, newest.acting_user_id, newest.details], ['api_key_changed', bo, {}]);
});

test('no password, key or token is recorded', async () => {
  const { entries } = await owner.ok('GET', '/audit_log', { limit: 1000 });
  const text = JSON.stringify(entries);
  for (const secret of [login.password, NEW_PASSWORD, 'a wrong guess', key, owner.apiKey])
    assert.equal(text.includes(String(secret)), false);
});
