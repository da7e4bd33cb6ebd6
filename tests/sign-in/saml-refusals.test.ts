// SAML answers with a valid signature and invalid content: time, audience, request or subject.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { Browser } from '../support/browser.ts';
import { withLimit } from '../support/with-limit.ts';
import { ASSERTION, startSamlFixture } from './saml-fixture.ts';
import { formOf, post, SAML_COMPLETE } from './saml-stand-in.ts';

const { staff, server, expectRefused, expectAccepted, expectFormRefused } = await startSamlFixture();

test('expired, premature and undated answers are refused', async () => {
  await expectRefused({ notBefore: -900, notOnOrAfter: -120 }, /it has expired/);
  await expectRefused({ notBefore: 600, notOnOrAfter: 900 }, /not valid yet/);
  const data = (change: (data: string) => string) => ({
    before: (xml: string) => xml.replace(/<saml:SubjectConfirmationData[^>]*>/, change),
  });
  const old = new Date(Date.now() - 120_000).toISOString();
  await expectRefused(
    data((one) => one.replace(/(NotOnOrAfter=")[^"]*/, `$1${old}`)),
    /it has expired/,
  );
  await expectRefused(
    data((one) => one.replace(/ NotOnOrAfter="[^"]*"/, '')),
    /cannot be read/,
  );
  await expectRefused(
    data((one) => one.replace(/(NotOnOrAfter=")[^"]*/, '$1some day')),
    /cannot be read/,
  );
  const later = new Date(Date.now() + 120_000).toISOString();
  await expectRefused(
    data((one) => one.replace(' NotOnOrAfter', ` NotBefore="${later}" NotOnOrAfter`)),
    /not valid yet/,
  );
  const condition = (xml: string) => xml.replace(/(<saml:Conditions[^>]*NotOnOrAfter=")[^"]*/, `$1${old}`);
  await expectRefused({ before: condition }, /it has expired/);
  // The clocks of two machines differ by some seconds.
  await expectAccepted({ notBefore: 30 });
  await expectAccepted({ notOnOrAfter: -1 });
});

test('answers for another program, address or person are refused', async () => {
  await expectRefused({ audience: 'https://elsewhere.example.com' }, /meant for another application/);
  await expectRefused(
    { before: (xml) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') },
    /another application/,
  );
  await expectRefused(
    { before: (xml) => xml.replace(/<saml:Conditions.*<\/saml:Conditions>/, '') },
    /cannot be trusted/,
  );
  await expectRefused(
    { recipient: `https://elsewhere.example.com${SAML_COMPLETE}` },
    /meant for another address/,
  );
  await expectRefused({ recipient: '' }, /meant for another address/);
  await expectRefused({ destination: 'https://elsewhere.example.com/' }, /meant for another address/);
  await expectRefused({ before: (xml) => xml.replace('cm:bearer', 'cm:holder-of-key') }, /who may use it/);
  await expectRefused(
    { before: (xml) => xml.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '') },
    /who may use it/,
  );
  await expectRefused(
    { before: (xml) => xml.replace(/<saml:SubjectConfirmation .*<\/saml:SubjectConfirmation>/, '$&$&') },
    /who may use it/,
  );
  await expectRefused({ issuer: 'https://elsewhere.example.com' }, /issuer differs from the one configured/);
  await expectAccepted({ destination: '', after: (xml) => xml.replace(' Destination=""', '') });
});

test('an answer to another request, or to none, is refused', async () => {
  await expectRefused({ inResponseTo: '_of-another-attempt' }, /does not match a request from this server/);
  await expectRefused({ inResponseTo: '' }, /does not match a request from this server/);
  const other = (xml: string) =>
    xml.replace(/(SubjectConfirmationData[^>]*InResponseTo=")[^"]*/, '$1_another');
  await expectRefused({ before: other }, /belongs to another login attempt/);
  const none = (xml: string) => xml.replace(/(SubjectConfirmationData[^>]*) InResponseTo="[^"]*"/, '$1');
  await expectRefused({ before: none }, /belongs to another login attempt/);
  staff.changedClaims = {};
  const { fields: otherFields } = await formOf(new Browser(server.url));
  const unknownRequest = /does not match a request from this server/;
  await expectFormRefused(({ SAMLResponse = '' }) => ({ SAMLResponse }), unknownRequest);
  await expectFormRefused(
    (valid) => ({ ...valid, RelayState: otherFields.RelayState ?? '' }),
    unknownRequest,
  );
  await expectFormRefused(
    (valid) => ({ ...valid, SAMLResponse: otherFields.SAMLResponse ?? '' }),
    unknownRequest,
  );
  await expectFormRefused((valid) => ({ ...valid, RelayState: `2${valid.RelayState}` }), unknownRequest);
  for (const RelayState of ['1', '1.', '0.x', '-1.x', '99999999999999999999.x', '/', 'x'.repeat(1000)])
    await expectFormRefused((valid) => ({ ...valid, RelayState }), unknownRequest);
});

test('names that are malformed, or may later belong to someone else, are refused', async () => {
  const form = (name: string) => `urn:oasis:names:tc:SAML:2.0:nameid-format:${name}`;
  for (const nameIdFormat of [form('transient'), form('unspecified'), ''])
    await expectRefused({ nameIdFormat }, /its NameID is not persistent/);
  await expectRefused({ nameId: '' }, /does not identify a user/);
  await expectRefused({ nameId: ' ' }, /does not identify a user/);
  await expectRefused({ nameId: 'a\tb' }, /does not identify a user/);
  await expectRefused({ nameId: 'm'.repeat(limits.signInSubjectCharacters + 1) }, /does not identify a user/);
  await expectRefused(
    { before: (xml) => xml.replace(/<saml:NameID.*<\/saml:NameID>/, '') },
    /its NameID is not persistent/,
  );
});

test('an encrypted answer and one without a login are refused with the reason', async () => {
  const encrypted = (xml: string) => xml.replace(ASSERTION, '<saml:EncryptedAssertion/>');
  await expectRefused(
    { after: encrypted },
    /it is encrypted; configure the provider to sign it without encryption/,
  );
  const withDeniedStatus = (xml: string) =>
    xml
      .replace(ASSERTION, '')
      .replace(
        /<samlp:StatusCode[^>]*>/,
        '<samlp:StatusCode Value="a:Responder"><samlp:StatusCode Value="a:AuthnFailed"/></samlp:StatusCode>',
      );
  await expectRefused(
    { signs: [], before: withDeniedStatus },
    /the provider refused the login \(AuthnFailed\)/,
  );
  await expectRefused({ signs: [], before: (xml) => xml.replace(ASSERTION, '') }, /it contains no assertion/);
  await expectRefused(
    { before: (xml) => xml.replace('status:Success', 'status:Other') },
    /refused the login \(Other\)/,
  );
});

test('bound samlAnswersPerNetwork: a bounded number of answers of a network is pending', async () => {
  staff.changedClaims = {};
  const form = await formOf(new Browser(server.url));
  const answer = await withLimit('samlAnswersPerNetwork', 0, () => post(form));
  assert.equal(answer.status, 429);
  for (let times = 0; times < 2; times++)
    await withLimit('samlAnswersPerNetwork', 1, () => expectAccepted({}));
});

test('only the posted form may come from another site', async () => {
  const headers = { origin: 'http://idp.example.net', 'sec-fetch-site': 'cross-site', cookie: 'sessionid=x' };
  const status = async (path: string) =>
    (await fetch(server.url + path, { method: 'POST', headers, body: new URLSearchParams({ a: '1' }) }))
      .status;
  assert.equal(await status(SAML_COMPLETE), 400);
  for (const path of ['/accounts/sign-in/join/', '/login/', '/complete/saml/staff', '/json/messages'])
    assert.equal(await status(path), 403, path);
  assert.equal(await status('/complete/saml/other/'), 404);
});
