// Shared by tests of signing in: configurations, and browsers that go to a provider and back.

import assert from 'node:assert/strict';
import type { OpenIdProvider, SignInConfiguration } from '../../src/model/sign-in/sign-in-configuration.ts';
import { Browser, type BrowserAnswer } from '../support/browser.ts';

export const CLIENT_ID = 'parley';
export const CLIENT_SECRET = 'very-secret-word / and + more';
export const LOGIN = '/accounts/login/social/oidc/company';
export const REGISTER = '/accounts/register/social/oidc/company';
export const COMPLETE = '/complete/oidc/company/';

/** A configuration with one OpenID Connect provider. */
export function openIdConfiguration(
  issuer: string,
  changes: Partial<OpenIdProvider> = {},
): SignInConfiguration {
  const provider: OpenIdProvider = {
    kind: 'openid',
    id: 'company',
    name: 'Company',
    icon: undefined,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    organizations: [],
    domains: [],
    signUp: true,
    issuer,
    scopes: ['openid', 'email', 'profile'],
    addresses: 'verified',
    nameAttribute: 'name',
    roles: undefined,
    groups: undefined,
    profileFields: [],
    ...changes,
  };
  return { providers: [provider], directories: [] };
}

/** Follows redirects among a provider's pages until it sends the browser elsewhere; returns that address. */
async function followProviderRedirects(provider: Browser, address: string): Promise<string> {
  let next = address;
  for (let step = 0; step < 10 && next.startsWith(provider.url); step++) {
    const answer = await provider.send('GET', next.slice(provider.url.length), {}, {});
    assert.ok([302, 303].includes(answer.status), `${next}: ${answer.status} ${answer.text}`);
    next = new URL(answer.headers.location ?? '', next).toString();
  }
  return next;
}

/** The address of this server that a provider redirects a browser to. */
export async function redirectBack(browser: Browser, providerUrl: string, path = LOGIN): Promise<string> {
  const redirect = await browser.send('GET', path, {}, {});
  assert.equal(redirect.status, 302, redirect.text);
  const back = await followProviderRedirects(new Browser(providerUrl), redirect.headers.location ?? '');
  assert.ok(back.startsWith(browser.url), back);
  return back.slice(browser.url.length);
}

/** Goes to the provider and back; returns the final answer. */
export async function signIn(browser: Browser, providerUrl: string, path = LOGIN): Promise<BrowserAnswer> {
  return browser.send(
    'GET',
    await redirectBack(browser, providerUrl, path),
    {},
    { 'sec-fetch-site': 'cross-site' },
  );
}

/** Expects a page that says why no one was signed in, and no session. */
export function assertRefused(answer: BrowserAnswer, browser: Browser, reason: RegExp, status = 400): void {
  assert.equal(answer.status, status, answer.text);
  assert.match(answer.text, reason);
  assert.match(answer.text, /role="alert"/);
  assert.equal(browser.cookies.has('sessionid'), false);
  assert.doesNotMatch(answer.text, /very-secret-word/);
}

/** The sealed claims in the sign-up form. */
export function sealedClaimsIn(answer: BrowserAnswer): string {
  const [, person = ''] = /name="person" value="([^"]+)"/.exec(answer.text) ?? [];
  assert.notEqual(person, '', answer.text);
  return person;
}

/** Records what a server logs. */
export function recordedLog() {
  const lines: string[] = [];
  const keep = (fields: Readonly<Record<string, unknown>>, message: string) => {
    lines.push(JSON.stringify({ ...fields, message }));
  };
  return { lines, log: { info: keep, warn: keep, error: keep } };
}
