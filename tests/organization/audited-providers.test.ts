// Audit log entries about logins through identity providers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startOpenId } from '../sign-in/open-id-stand-in.ts';
import { COMPLETE, openIdConfiguration, sealedClaimsIn, signIn } from '../sign-in/support.ts';
import { Browser } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import { audited } from './audited.ts';

const company = await startOpenId();
const server = await startTestServer({ signIn: openIdConfiguration(company.url) });
company.allow(`${server.url}${COMPLETE}`);
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);

test('a new account is recorded as logging in with the provider', async () => {
  await olive.ok('POST', '/invites', { invitee_emails: 'dora@example.org', stream_ids: [] });
  company.person = { sub: 'dora', email: 'dora@example.org', email_verified: true, name: 'Dora Dune' };
  const browser = new Browser(server.url);
  const answer = await signIn(browser, company.url);
  const form = { person: sealedClaimsIn(answer), full_name: 'Dora Dune' };
  const entries = await audited(olive, () => browser.send('POST', '/accounts/sign-in/join/', form));
  assert.deepEqual(
    entries.map(({ kind, details }) => [kind, details.door]),
    [
      ['user_created', undefined],
      ['log_in', 'provider'],
    ],
  );
});

test('linking an account is recorded once, before the login', async () => {
  company.person = { sub: 'mel', email: 'mel@example.com', email_verified: true };
  const enter = () => signIn(new Browser(server.url), company.url);
  const own = { acting_user_id: mel.userId, affected_user_id: mel.userId };
  const entries = await audited(olive, enter);
  const provider = entries[0]?.details.provider;
  assert.ok(provider);
  assert.deepEqual(entries, [
    { kind: 'provider_bound', ...own, details: { provider } },
    { kind: 'log_in', ...own, ip_address: '127.0.0.1', details: { door: 'provider', provider } },
  ]);
  assert.deepEqual(await audited(olive, enter), [], 'the second login is counted with the first');
  const [{ kind, count }] = (await olive.ok('GET', '/audit_log', { limit: 1 })).entries;
  assert.deepEqual([kind, count], ['log_in', 2]);
});
