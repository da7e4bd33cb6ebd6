// A SAML provider's attributes: name, role, groups, profile fields and optionally the identity follow them. An answer is
// valid only for the organization whose browser made the request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Role } from '../../src/model/accounts/roles.ts';
import { secondOrganization } from '../access/support.ts';
import { Browser } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';
import {
  formOf,
  goBack,
  post,
  SAML_COMPLETE,
  type SamlClaims,
  samlConfiguration,
  signInBySaml,
  startSaml,
} from './saml-stand-in.ts';
import { assertRefused, sealedClaimsIn } from './support.ts';

const GROUPS = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';
const staff = await startSaml();
const server = await startTestServer({
  signIn: samlConfiguration(staff, {
    domains: [],
    subjectAttribute: 'employee',
    addressAttribute: 'urn:oid:0.9.2342.19200300.100.1.3',
    nameAttributes: ['first', 'last'],
    roles: {
      attribute: 'Role',
      values: [
        ['chat-admin', Role.administrator],
        ['chat-guest', Role.guest],
      ],
      otherwise: Role.member,
    },
    groups: { attribute: GROUPS, values: [['f1', 'makers']] },
    profileFields: [['Pronunciation', 'said']],
  }),
});
const olive = await server.as('olive');

/** A browser of a person with these attributes. */
function someone(
  employee: string,
  email: string,
  more: SamlClaims['attributes'] = {},
  changes: Partial<SamlClaims> = {},
): Browser {
  const attributes = { employee, 'urn:oid:0.9.2342.19200300.100.1.3': email, ...more };
  const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
  staff.changedClaims = { nameId: `_${Math.random()}`, nameIdFormat, attributes, ...changes };
  return new Browser(server.url);
}

test('role, groups and profile fields follow, and the account is identified by the permanent attribute', async () => {
  const mel = await server.as('mel');
  await olive.ok('POST', '/user_groups/create', { name: 'makers', description: '', members: [olive.userId] });
  const { user_groups: groups } = await olive.ok('GET', '/user_groups');
  const { id } = groups.find(({ name }: { name: string }) => name === 'makers');
  const state = async () => {
    const { user } = await olive.ok('GET', `/users/${mel.userId}`, { include_custom_profile_fields: true });
    const { members } = await olive.ok('GET', `/user_groups/${id}/members`);
    const { custom_fields: fields } = await olive.ok('GET', '/realm/profile_fields');
    const field = fields.find(({ name }: { name: string }) => name === 'Pronunciation');
    return [user.role, members.includes(mel.userId), user.profile_data[field.id]?.value];
  };
  const all = { Role: ['chat-guest', 'chat-admin'], [GROUPS]: ['f0', 'f1'], said: 'say mel' };
  assert.equal((await signInBySaml(someone('m-1', 'mel@example.com', all))).status, 302);
  assert.deepEqual(await state(), [Role.administrator, true, 'say mel']);
  // Some providers send each value as a separate attribute.
  const apart = (xml: string) =>
    xml.replace(
      '</saml:AttributeValue><saml:AttributeValue>',
      '</saml:AttributeValue></saml:Attribute><saml:Attribute Name="Role"><saml:AttributeValue>',
    );
  const secondLogin = someone(
    'm-1',
    'mia@example.com',
    { Role: ['other', 'chat-guest'], said: ' ' },
    { before: apart },
  );
  assert.equal((await signInBySaml(secondLogin)).status, 302);
  assert.deepEqual(await state(), [Role.guest, false, 'say mel']);
  const withoutId = someone('', 'mel@example.com');
  assertRefused(await signInBySaml(withoutId), withoutId, /does not identify a user/);
});

test('a name is composed of the attributes that contain it', async () => {
  await olive.ok('POST', '/invites', { invitee_emails: 'ann@example.org', stream_ids: [] });
  const browser = someone('a-1', 'ann@example.org', { last: 'Archer', first: 'Ann' });
  const form = await signInBySaml(browser);
  assert.match(form.text, /value="Ann Archer"/);
  assert.notEqual(sealedClaimsIn(form), '');
});

test('an answer arrives at the server’s address, and counts only for the organization that asked', async () => {
  const elsa = await secondOrganization(server);
  const otherUrl = server.url.replace('127.0.0.1', 'localhost');
  const root = new URL(server.url).origin;
  const at = (browser: Browser) => ({ browser, form: formOf(browser) });
  someone('e-1', elsa.email);
  const elsaBrowser = at(new Browser(otherUrl));
  const form = await elsaBrowser.form;
  // A server with a configured address uses it for all organizations; here it is that of the request.
  assert.equal(form.action, `${otherUrl}${SAML_COMPLETE}`);
  const elsewhere = { action: `${root}${SAML_COMPLETE}`, fields: form.fields };
  assertRefused(await post(elsewhere), new Browser(server.url), /meant for another address/);
  const otherBrowser = new Browser(server.url);
  await formOf(otherBrowser);
  const postAnswer = await post(form);
  assert.equal(postAnswer.status, 303, postAnswer.text);
  const onward = new URL(postAnswer.headers.location ?? '', otherUrl);
  const arrival = onward.pathname + onward.search;
  assertRefused(await otherBrowser.get(arrival), otherBrowser, /This login attempt is no longer valid/);
  assert.equal((await elsaBrowser.browser.get(arrival)).status, 302);
  assert.equal((await elsaBrowser.browser.ok('GET', '/users/me')).delivery_email, elsa.email);

  // The request of one organization does not fit the relay state of the other.
  someone('o-1', 'olive@example.com');
  const otherForm = await formOf(otherBrowser);
  const fields = { ...otherForm.fields, RelayState: form.fields.RelayState ?? '' };
  assertRefused(
    await goBack(otherBrowser, { ...otherForm, fields }),
    otherBrowser,
    /does not match a request from this server/,
  );
});
