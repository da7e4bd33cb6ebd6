// A server with a SAML provider, for tests of refused answers: each error page has a sentence, and the log
// contains nothing of the refused answer.

import assert from 'node:assert/strict';
import { Browser } from '../support/browser.ts';
import { selfSigned } from '../support/certificate.ts';
import { onCleanup } from '../support/cleanup.ts';
import { startTestServer } from '../support/server.ts';
import { withLimit } from '../support/with-limit.ts';
import { formOf, goBack, type SamlClaims, samlConfiguration, startSaml } from './saml-stand-in.ts';
import { assertRefused, recordedLog } from './support.ts';

export const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;
export const SIGNATURE = /<ds:Signature[\s\S]*?<\/ds:Signature>/;

/** The part of an answer that matches a pattern. */
export function part(xml: string, pattern: RegExp): string {
  return pattern.exec(xml)?.[0] ?? assert.fail(xml);
}

/** Starts both, and checks the log at the end. */
export async function startSamlFixture() {
  const staff = await startSaml();
  const next = selfSigned();
  const { lines, log } = recordedLog();
  const signIn = samlConfiguration(staff, { certificates: [staff.key.certificate, next.certificate] });
  const server = await withLimit('signInVisitsPerMinute', 100_000, () => startTestServer({ signIn, log }));
  onCleanup(() => {
    assert.ok(lines.some((line) => line.includes('"event":"sign_in_failed"')));
    for (const line of lines)
      assert.doesNotMatch(line, /PHNhbW|mel@|olive@|of-the-staff|RelayState|"level":"error"/);
  });

  /** Posts the provider's answer with changes, and returns the result. */
  async function answers(changes: Partial<SamlClaims>) {
    staff.changedClaims = changes;
    const browser = new Browser(server.url);
    return { browser, answer: await goBack(browser, await formOf(browser)) };
  }

  return {
    staff,
    server,
    /** A second key of the provider that the server knows. */
    next,
    async expectRefused(changes: Partial<SamlClaims>, reason: RegExp): Promise<void> {
      const { browser, answer } = await answers(changes);
      assertRefused(answer, browser, reason);
    },
    async expectAccepted(changes: Partial<SamlClaims>): Promise<void> {
      const { browser, answer } = await answers(changes);
      assert.equal(answer.status, 302, answer.text);
      assert.equal((await browser.ok('GET', '/users/me')).email, 'mel@example.com');
    },
    /** Posts another form in place of an answer, or extra fields beside it. */
    async expectFormRefused(
      fields: (valid: Readonly<Record<string, string>>) => Record<string, string>,
      reason: RegExp,
    ): Promise<void> {
      staff.changedClaims = {};
      const browser = new Browser(server.url);
      const form = await formOf(browser);
      assertRefused(await goBack(browser, { ...form, fields: fields(form.fields) }), browser, reason);
    },
  };
}
