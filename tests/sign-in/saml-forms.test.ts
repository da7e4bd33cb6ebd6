// Malformed SAML answers: XML outside the accepted subset, or too much of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { Browser } from '../support/browser.ts';
import { withLimit } from '../support/with-limit.ts';
import { startSamlFixture } from './saml-fixture.ts';
import { formOf, post } from './saml-stand-in.ts';
import { assertRefused } from './support.ts';

const { staff, server, expectRefused, expectAccepted, expectFormRefused } = await startSamlFixture();

test('comments, CDATA, processing instructions and document types are refused, signed or not', async () => {
  const insertInto = (inside: string) => (xml: string) =>
    xml.replace('mel-of-the-staff', `mel-of${inside}-the-staff`);
  for (const which of ['before', 'after'] as const) {
    await expectRefused({ [which]: insertInto('<!-- -->') }, /it contains a comment/);
    await expectRefused({ [which]: insertInto('<![CDATA[x]]>') }, /more than elements and text/);
    await expectRefused({ [which]: insertInto('<?x y?>') }, /more than elements and text/);
  }
  const withPrologue = (type: string) => (xml: string) => `<?xml version="1.0"?>${type}${xml}`;
  await expectRefused({ after: withPrologue('<!DOCTYPE x>') }, /more than elements and text/);
  const entities = Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
    '',
  );
  const withEntity = (text: string) => (xml: string) =>
    withPrologue(`<!DOCTYPE x [<!ENTITY e0 "boom">${entities}]>`)(xml.replace('mel-of-the-staff', text));
  await expectRefused({ after: withEntity('&e9;') }, /more than elements and text/);
  const externalEntity = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>';
  await expectRefused(
    { after: (xml) => withPrologue(externalEntity)(insertInto('&e;')(xml)) },
    /more than elements and text/,
  );
  await expectRefused({ after: insertInto('&e;') }, /entity reference/);
  for (const none of ['&#0;', '&#x1F;', '&#xD800;', '&#xFFFF;', '&#9999999;', '&#xFFFFFF;'])
    await expectRefused({ after: insertInto(none) }, /an invalid character/);
});

test('anything that is not an answer is refused', async () => {
  const sent = async (SAMLResponse: string, reason: RegExp) =>
    expectFormRefused((valid) => ({ ...valid, SAMLResponse }), reason);
  const text = async (xml: string | Buffer, reason: RegExp) =>
    sent(Buffer.from(xml).toString('base64'), reason);
  await expectFormRefused(({ RelayState = '' }) => ({ RelayState }), /cannot be decoded/);
  for (const brokenText of ['', '====', 'not base64!', '%', 'PHNhbWw', 'a'.repeat(5)])
    await sent(brokenText, /cannot be decoded/);
  await text('<!doctype html><html><body>Log in</body></html>', /more than elements and text/);
  await text('<html><body><p>Log in</body></html>', /not closed correctly/);
  await text('<html/>', /is not a SAML response/);
  await text('{"sub":"olive"}', /is not XML/);
  await text('just words', /is not XML/);
  await text('<', /is not XML/);
  await text('<a b=c/>', /not valid XML/);
  await text('<a b="1" b="2"/>', /not valid XML/);
  await text('<a b="1"c="2"/>', /not valid XML/);
  for (const unclosed of ['<a/b>', '<a/ >', '</a', '<a', '<a></a b>'])
    await text(unclosed, /is not XML|not valid XML|incomplete/);
  await text('<a/><b/>', /after its end/);
  await text(Buffer.from([0xff, 0xfe, 0x3c, 0x00]), /not UTF-8 text/);
  await text('<a>\u0001</a>', /an invalid character/);
  staff.changedClaims = {};
  const { SAMLResponse: complete = '' } = (await formOf(new Browser(server.url))).fields;
  for (const share of [0.25, 0.5, 0.75, 0.99]) {
    const length = Math.floor((complete.length * share) / 4) * 4;
    await sent(complete.slice(0, length), /it is incomplete|not valid XML/);
  }
});

test('bound samlElements samlDepth: an answer has a bounded number and depth of elements', async () => {
  const nested = (depth: number) => ({
    before: (xml: string) =>
      xml.replace('</samlp:Status>', `</samlp:Status>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`),
  });
  await expectAccepted(nested(limits.samlDepth - 1));
  await expectRefused(nested(limits.samlDepth), /nested too deeply/);
  const elements = (xml: string) => xml.match(/<[a-z]/gi)?.length ?? 0;
  let count = 0;
  const countElements = (xml: string) => {
    count = elements(xml);
    return xml;
  };
  await expectAccepted({ after: countElements });
  await withLimit('samlElements', count, () => expectAccepted({}));
  await withLimit('samlElements', count - 1, () => expectRefused({}, /too many elements/));
});

test('bound samlAttributes: elements have a bounded number of attributes', async () => {
  let count = 0;
  const countAttributes = (xml: string) => {
    count = xml.match(/\s[\w:]+="/g)?.length ?? 0;
    return xml;
  };
  await expectAccepted({ after: countAttributes });
  await withLimit('samlAttributes', count, () => expectAccepted({}));
  await withLimit('samlAttributes', count - 1, () => expectRefused({}, /too many attributes/));
});

test('bound samlFormBytes: a form has a bounded size, and so has the nesting in it', async () => {
  staff.changedClaims = {};
  const browser = new Browser(server.url);
  const { action, fields } = await formOf(browser);
  const empty = new URLSearchParams({ ...fields, SAMLResponse: '' }).toString().length;
  const maximum = limits.samlFormBytes - empty;
  const filled = (length: number) =>
    post({ action, fields: { ...fields, SAMLResponse: 'A'.repeat(length) } });
  assertRefused(await filled(maximum), browser, /Login with [^<]* failed/);
  assert.equal((await filled(maximum + 1)).status, 413);
  const deep = Buffer.from('<a>'.repeat(30_000)).toString('base64');
  assertRefused(await filled(0), browser, /cannot be decoded/);
  await expectFormRefused((valid) => ({ ...valid, SAMLResponse: deep }), /nested too deeply/);
});
