// SAML answers at two servers of one organization: each is valid once, at whichever server it arrives, however often and
// wherever it is replayed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Browser } from '../support/browser.ts';
import { needsPostgres, startTwoServers } from '../support/two-servers.ts';
import { formOf, type PostedForm, post, samlConfiguration, startSaml } from './saml-stand-in.ts';

/** The address of a load balancer in front of both. */
const PUBLIC = 'http://127.0.0.1:9';

test('a SAML answer counts once across all servers of a database', needsPostgres, async () => {
  const staff = await startSaml();
  const { one, two } = await startTwoServers({ signIn: samlConfiguration(staff), publicUrl: PUBLIC });

  /** The same browser, as the load balancer routes it to either server. */
  const browserAt = (browser: Browser, { url }: { readonly url: string }) => {
    const copy = new Browser(url);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    return copy;
  };
  const postAt = ({ url }: { readonly url: string }, form: PostedForm) =>
    post({ ...form, action: form.action.replace(PUBLIC, url) });
  const onward = (browser: Browser, location = '') => {
    const { pathname, search } = new URL(location, PUBLIC);
    return browser.send('GET', pathname + search, {}, { 'sec-fetch-site': 'cross-site' });
  };
  const answered = async () => {
    staff.changedClaims = { nameId: 'mel-of-the-staff', attributes: { email: 'mel@example.com' } };
    const requester = new Browser(one.url);
    const form = await formOf(requester);
    assert.ok(form.action.startsWith(PUBLIC), form.action);
    return { requester, form };
  };

  // Started at one, posted to the other, finished at the first.
  const { requester, form } = await answered();
  const stolen = browserAt(requester, two);
  const postAnswer = await postAt(two, form);
  assert.equal(postAnswer.status, 303, postAnswer.text);
  const entered = await onward(requester, postAnswer.headers.location);
  assert.equal(entered.status, 302, entered.text);
  assert.equal((await requester.ok('GET', '/users/me')).email, 'mel@example.com');

  // An attacker who saw everything, including the browser's cookie, replays it.
  for (const server of [one, two]) {
    const thief = browserAt(stolen, server);
    const reposted = await postAt(server, form);
    const answer = reposted.status === 303 ? await onward(thief, reposted.headers.location) : reposted;
    assert.equal(answer.status, 400, answer.text);
    const reused = await onward(thief, postAnswer.headers.location);
    assert.equal(reused.status, 400, reused.text);
    assert.equal(thief.cookies.has('sessionid'), false);
  }

  // Both at the same moment.
  const raced = await answered();
  const outcomes = await Promise.all(
    [one, two].map(async (server) => {
      const browser = browserAt(raced.requester, server);
      const postAnswer = await postAt(server, raced.form);
      if (postAnswer.status === 303) await onward(browser, postAnswer.headers.location);
      return browser.cookies.has('sessionid');
    }),
  );
  assert.deepEqual(outcomes.toSorted(), [false, true]);
});
