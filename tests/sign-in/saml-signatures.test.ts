// SAML answers whose signature is missing, made with another key, or covers something other than what is read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Browser } from '../support/browser.ts';
import { selfSigned } from '../support/certificate.ts';
import { ASSERTION, part, SIGNATURE, startSamlFixture } from './saml-fixture.ts';
import { formOf, goBack } from './saml-stand-in.ts';

const { staff, server, next, expectRefused, expectAccepted } = await startSamlFixture();
const otherKey = selfSigned();

const forged = (xml: string) =>
  xml
    .replaceAll('mel-of-the-staff', 'olive-of-the-staff')
    .replaceAll('mel@example.com', 'olive@example.com')
    .replaceAll('_assertion', '_evil');

test('a valid answer is accepted, also signed twice, with the next key, or with wrapped Base64', async () => {
  await expectAccepted({});
  await expectAccepted({ signs: ['Assertion', 'Response'] });
  await expectAccepted({ key: next });
  await expectAccepted({ signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' });
  await expectAccepted({ digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha512' });
  await expectAccepted({ after: (xml) => `\ufeff<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n` });
  staff.changedClaims = {};
  const browser = new Browser(server.url);
  const { action, fields } = await formOf(browser);
  const SAMLResponse = (fields.SAMLResponse ?? '').replace(/(.{76})/g, '$1\r\n');
  assert.equal((await goBack(browser, { action, fields: { ...fields, SAMLResponse } })).status, 302);
});

test('unsigned answers and those signed with another key are refused', async () => {
  await expectRefused({ signs: [] }, /its assertion is not signed/);
  await expectRefused({ signs: ['Response'] }, /its assertion is not signed/);
  await expectRefused({ key: otherKey }, /signed with a key that is not the provider/);
  await expectRefused({ signs: ['Response'], key: otherKey }, /its assertion is not signed/);
  await expectRefused(
    { after: (xml) => xml.replace(/(<ds:SignatureValue>)[^<]*/, '$1') },
    /not the provider|cannot be read/,
  );
  await expectRefused(
    { after: (xml) => xml.replace(/(<ds:DigestValue>)[^<]*/, '$1AAAA') },
    /not the provider/,
  );
  await expectRefused(
    { after: (xml) => xml.replace(/<ds:Reference[\s\S]*?<\/ds:Reference>/, '') },
    /not the provider|cannot be read/,
  );
  await expectRefused(
    { after: (xml) => xml.replace('URI="#_assertion"', 'URI=""') },
    /not the provider|cannot be read/,
  );
});

test('answers modified after signing are refused', async () => {
  await expectRefused({ after: (xml) => xml.replace('mel-of-the-staff', 'olive') }, /not the provider/);
  await expectRefused(
    { after: (xml) => xml.replace('mel@example.com', 'olive@example.com') },
    /not the provider/,
  );
  // The assertion is still valid, but the signed response around it is not.
  const withConsent = (xml: string) => xml.replace(' Version="2.0"', ' Version="2.0" Consent="urn:none"');
  await expectAccepted({ after: withConsent });
  await expectRefused({ signs: ['Assertion', 'Response'], after: withConsent }, /not the provider/);
});

test('SHA-1 and unknown algorithms are refused', async () => {
  await expectRefused(
    { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
    /SHA-1; SHA-256 is required/,
  );
  await expectRefused(
    { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' },
    /SHA-1; SHA-256 is required/,
  );
  const hmac = 'http://www.w3.org/2000/09/xmldsig#hmac-sha1';
  await expectRefused(
    { after: (xml) => xml.replace(/(<ds:SignatureMethod Algorithm=")[^"]*/, `$1${hmac}`) },
    /SHA-1/,
  );
  for (const element of ['SignatureMethod', 'DigestMethod', 'CanonicalizationMethod', 'Transform'])
    await expectRefused(
      { after: (xml) => xml.replace(new RegExp(`(<ds:${element} Algorithm=")[^"]*`), '$1urn:elsewhere') },
      /signature algorithm is not accepted/,
    );
});

/** Signature wrapping attacks, by the numbers that they are known by. */
const wrappings: Readonly<Record<string, (xml: string) => string>> = {
  '1, the response within the signature of another': (xml) => {
    const signature = part(xml, SIGNATURE);
    const wrapping = signature.replace('</ds:Signature>', `${xml.replace(signature, '')}</ds:Signature>`);
    return forged(xml).replace('_response', '_other').replace(SIGNATURE, wrapping);
  },
  '2, the response before its signature, within another': (xml) => {
    const signature = part(xml, SIGNATURE);
    return forged(xml)
      .replace('_response', '_other')
      .replace(SIGNATURE, xml.replace(signature, '') + signature);
  },
  '3, another assertion before it': (xml) =>
    xml.replace('<saml:Assertion', `${forged(part(xml, ASSERTION)).replace(SIGNATURE, '')}<saml:Assertion`),
  '4, another assertion around it': (xml) => {
    const assertion = part(xml, ASSERTION);
    const other = forged(assertion)
      .replace(SIGNATURE, '')
      .replace('</saml:Assertion>', `${assertion}</saml:Assertion>`);
    return xml.replace(assertion, other);
  },
  '5, its signature in another assertion, and it behind': (xml) => {
    const assertion = part(xml, ASSERTION);
    const signature = part(assertion, SIGNATURE);
    const other = forged(assertion.replace(signature, '')).replace(
      '<saml:Subject>',
      `${signature}<saml:Subject>`,
    );
    return xml.replace(assertion, other + assertion.replace(signature, ''));
  },
  '6, within its signature in another assertion': (xml) => {
    const assertion = part(xml, ASSERTION);
    const signature = part(assertion, SIGNATURE);
    const wrapping = signature.replace(
      '</ds:Signature>',
      `${assertion.replace(signature, '')}</ds:Signature>`,
    );
    return xml.replace(
      assertion,
      forged(assertion.replace(signature, '')).replace('<saml:Subject>', `${wrapping}<saml:Subject>`),
    );
  },
  '7, another assertion among extensions': (xml) => {
    const other = forged(part(xml, ASSERTION)).replace(SIGNATURE, '').replace('_evil', '_assertion');
    return xml.replace('<saml:Assertion', `<samlp:Extensions>${other}</samlp:Extensions><saml:Assertion`);
  },
  '8, in an object of its signature': (xml) => {
    const assertion = part(xml, ASSERTION);
    const signature = part(assertion, SIGNATURE);
    const object = `<ds:Object>${assertion.replace(signature, '')}</ds:Object></ds:Signature>`;
    const wrapping = signature.replace('</ds:Signature>', object);
    return xml.replace(
      assertion,
      forged(assertion.replace(signature, '')).replace('<saml:Subject>', `${wrapping}<saml:Subject>`),
    );
  },
};

for (const [name, wrap] of Object.entries(wrappings)) {
  test(`wrapping ${name}, is refused`, async () => {
    // Some need a signed assertion to start with.
    const alone = /^[568]/.test(name) ? [] : [['Response'] as const];
    for (const signs of [['Assertion'], ['Assertion', 'Response'], ...alone] as const)
      await expectRefused({ signs, after: wrap }, /the response is not accepted: /);
  });
}

test('an assertion outside its response, and a response within another, are refused', async () => {
  const where = /more than one assertion, or one in an unexpected place/;
  const inExtensions = (xml: string) =>
    xml.replace(ASSERTION, (assertion) => `<samlp:Extensions>${assertion}</samlp:Extensions>`);
  await expectRefused({ after: inExtensions }, where);
  await expectRefused({ after: (xml) => xml.replace('<saml:Assertion', '<samlp:Response/>$&') }, where);
});

test('two elements with one id, and a signature of something else, are refused', async () => {
  await expectRefused(
    { after: (xml) => xml.replace('<samlp:Status>', '<samlp:Status ID="_assertion">') },
    /two of its elements have the same ID/,
  );
  await expectRefused(
    { after: (xml) => xml.replace('ID="_response"', 'ID="_response" id="_assertion"') },
    /have the same ID/,
  );
  const withMovedSignature = (xml: string) => {
    const signature = part(xml, SIGNATURE);
    return xml.replace(signature, '').replace('<samlp:Status>', `<samlp:Status>${signature}`);
  };
  await expectRefused({ after: withMovedSignature }, /a signature in an unexpected place/);
  const duplicated = (xml: string) => xml.replace(SIGNATURE, (signature) => signature + signature);
  await expectRefused({ after: duplicated }, /a signature in an unexpected place/);
});
