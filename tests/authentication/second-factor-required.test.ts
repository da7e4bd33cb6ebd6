// Two-factor authentication required by an organization: for whom, and how they set it up.

import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import { beginFirstEnrolment } from '../../src/actions/accounts/second-factor.ts';
import { Role } from '../../src/model/accounts/roles.ts';
import {
  isSecondFactorRequired,
  secondFactorRequirements,
} from '../../src/model/second-factor/second-factor-requirement.ts';
import { linkFor, PASSWORD as NEW_PASSWORD, open } from '../invitations/support.ts';
import { Authenticator, enableSecondFactor } from '../support/authenticator.ts';
import { Browser, type BrowserAnswer } from '../support/browser.ts';
import type { ApiClient } from '../support/client.ts';
import { sendConcurrently } from '../support/concurrent-requests.ts';
import { DEMO_PASSWORD as PASSWORD, rehashCheaply } from '../support/demo-passwords.ts';
import { startTestServer } from '../support/server.ts';

const PATH = '/users/me/second_factor';
const server = await startTestServer();
const { database, keyring } = server.server.services;
const [olive, adam, mel] = (await Promise.all([server.as('olive'), server.as('adam'), server.as('mel')])) as [
  ApiClient,
  ApiClient,
  ApiClient,
];

before(() => rehashCheaply(server));
const requireFactorOf = (value: string) => olive.ok('PATCH', '/realm', { second_factor_required_for: value });
beforeEach(async () => {
  await requireFactorOf('nobody');
  await database.write(0, async (writer) => {
    await writer.db.deleteFrom('second_factor').execute();
  });
});

const fetchKey = ({ email }: ApiClient) =>
  server.anonymous.request('POST', '/fetch_api_key', { username: email, password: PASSWORD });
/** The authenticator that a page offers to set up. */
const shownBy = ({ text }: BrowserAnswer) =>
  new Authenticator((/<code>([A-Z2-7 ]+)<\/code>/.exec(text)?.[1] ?? '').replaceAll(' ', ''));
const fieldOf = ({ text }: BrowserAnswer) => /name="log_in_step" value="([^"]+)"/.exec(text)?.[1] ?? '';

test('each value applies to a role and those above it', () => {
  const { owner, administrator, moderator, member, guest } = Role;
  const roles = [owner, administrator, moderator, member, guest];
  const roleCounts = secondFactorRequirements.map((value) => [
    value,
    roles.filter((role) => isSecondFactorRequired(value, role)).length,
  ]);
  assert.deepEqual(Object.fromEntries(roleCounts), {
    nobody: 0,
    administrators: 2,
    moderators: 3,
    members: 4,
    everyone: 5,
  });
});

describe('an organization that requires a second factor', () => {
  test('sets the requirement through owners, and everyone gets an event', async () => {
    const watching = await mel.registerQueue();
    assert.equal(watching.snapshot.realm_second_factor_required_for, 'nobody');
    await requireFactorOf('members');
    const [{ op, property, value }] = await watching.eventsOf('realm');
    assert.deepEqual([op, property, value], ['update', 'second_factor_required_for', 'members']);
    const changed = { second_factor_required_for: 'nobody' };
    await adam.refused('PATCH', '/realm', changed, 'UNAUTHORIZED_PRINCIPAL');
    await olive.refused('PATCH', '/realm', { second_factor_required_for: 'guests' }, 'BAD_REQUEST');
  });

  test('issues no key for a password alone to those it applies to, and revokes none', async () => {
    await requireFactorOf('moderators');
    const { status, body } = await fetchKey(adam);
    assert.deepEqual([status, body.code], [401, 'SECOND_FACTOR_ENROLMENT_REQUIRED']);
    assert.equal((await fetchKey(mel)).status, 200);
    assert.equal((await adam.ok('GET', PATH)).is_required, true);
    assert.equal((await mel.ok('GET', PATH)).is_required, false);
  });

  test('lets people without an authenticator set one up on the login page, and then logs them in', async () => {
    await requireFactorOf('everyone');
    const browser = new Browser(server.url);
    const first = await browser.logIn(mel.email, PASSWORD, '/#inbox');
    assert.equal(first.status, 200);
    assert.match(first.text, /<svg role="img" aria-label="QR code"/);
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(first.text)?.[1] ?? '').replaceAll(' ', '');
    assert.ok(first.text.includes(`secret=${secret}&amp;issuer=`));
    const authenticator = new Authenticator(secret);

    const send = (page: BrowserAnswer, code: string) =>
      browser.send('POST', '/login/', { log_in_step: fieldOf(page), code });
    const refusal = await send(first, authenticator.wrongCode());
    assert.match(refusal.text, /role="alert">The code is wrong/);
    assert.ok(refusal.text.includes(`secret=${secret}&amp;`));
    const codesPage = await send(refusal, authenticator.code());
    const codes = [...codesPage.text.matchAll(/<li><code>([a-z0-9-]+)<\/code>/g)].map(([, code]) => code);
    assert.equal(codes.length, 10);
    assert.equal(browser.cookies.has('sessionid'), false);
    const loggedIn = await send(codesPage, '');
    assert.deepEqual([loggedIn.status, loggedIn.headers.location], [302, '/#inbox']);
    assert.equal(await browser.isLoggedIn(), true);
    // The form works once.
    assert.equal((await send(codesPage, '')).status, 200);

    const later = new Browser(server.url);
    const form = await later.logIn(mel.email, PASSWORD);
    assert.match(form.text, /<label>Code/);
    assert.doesNotMatch(form.text, /<svg/);
    const code = codes[0] ?? '';
    const answerAfterwards = await later.send('POST', '/login/', { log_in_step: fieldOf(form), code });
    assert.equal(answerAfterwards.status, 302);
  });

  test('accepts only the authenticator of the page opened last, and says so on the other page', async () => {
    await requireFactorOf('everyone');
    const pages = [];
    for (const browser of [new Browser(server.url), new Browser(server.url)])
      pages.push({ browser, page: await browser.logIn(mel.email, PASSWORD) });
    const [older, newer] = pages.map(({ browser, page }) => ({
      page,
      send: () => browser.send('POST', '/login/', { log_in_step: fieldOf(page), code: shownBy(page).code() }),
    }));
    assert.match(
      (await older?.send())?.text ?? '',
      /role="alert">The setup of another authenticator was started after/,
    );
    assert.match((await newer?.send())?.text ?? '', /<li><code>/);
  });

  test('does not replace an authenticator that was enabled in the meantime', async () => {
    await requireFactorOf('everyone');
    const browser = new Browser(server.url);
    const page = await browser.logIn(mel.email, PASSWORD);
    const rowOfMel = async () =>
      database.reader(1).db.selectFrom('second_factor').selectAll().executeTakeFirstOrThrow();
    const { new_secret_sealed, new_until } = await rowOfMel();
    await enableSecondFactor(mel, PASSWORD);
    const { secret_sealed } = await rowOfMel();
    // As if the page had been created at the moment of the confirmation.
    await database.write(1, async (writer) => {
      await writer.db.updateTable('second_factor').set({ new_secret_sealed, new_until }).execute();
    });
    const code = shownBy(page).code();
    const refusal = await browser.send('POST', '/login/', { log_in_step: fieldOf(page), code });
    assert.match(refusal.text, /role="alert">Two-factor authentication was turned on for this account/);
    assert.equal((await rowOfMel()).secret_sealed, secret_sealed);
    const enrolment = await database.write(1, (writer) => beginFirstEnrolment(writer, keyring, mel.userId));
    assert.equal(enrolment, undefined);
  });

  test('refuses people whose authenticator was removed before they confirmed the recovery codes', async () => {
    await requireFactorOf('everyone');
    const browser = new Browser(server.url);
    const page = await browser.logIn(mel.email, PASSWORD);
    const send = (from: BrowserAnswer, code: string) =>
      browser.send('POST', '/login/', { log_in_step: fieldOf(from), code });
    const codesPage = await send(page, shownBy(page).code());
    assert.match(codesPage.text, /<li><code>/);
    await olive.ok('DELETE', `/users/${mel.userId}/second_factor`);
    assert.match((await send(codesPage, '')).text, /This login attempt is no longer valid/);
    assert.equal(browser.cookies.has('sessionid'), false);
    await mel.ok('GET', '/users/me');
  });

  test('lets people for whom it is required switch to another authenticator, but not disable it', async () => {
    const { authenticator, recoveryCodes } = await enableSecondFactor(mel, PASSWORD);
    await requireFactorOf('members');
    const refusalText =
      'Your organization requires two-factor authentication. You can replace your authenticator.';
    const proof = { password: PASSWORD, code: recoveryCodes[0] };
    await mel.refused('DELETE', PATH, proof, 'BAD_REQUEST', refusalText);
    await mel.ok('POST', PATH, { password: PASSWORD, code: authenticator.code(1) });
    await requireFactorOf('moderators');
    await mel.ok('DELETE', PATH, proof);
  });

  test('prevents disabling that is in progress when the requirement is set', async () => {
    const { recoveryCodes } = await enableSecondFactor(mel, PASSWORD);
    const proof = { password: PASSWORD, code: recoveryCodes[0] };
    const [required, ended] = await sendConcurrently(server, [
      () => olive.request('PATCH', '/realm', { second_factor_required_for: 'everyone' }),
      () => mel.request('DELETE', PATH, proof),
    ]);
    assert.deepEqual([required?.status, ended?.status], [200, 400]);
    assert.equal((await mel.ok('GET', PATH)).is_on, true);
  });

  test('sends people who have just created an account to the login page', async () => {
    await open(server);
    await requireFactorOf('everyone');
    const browser = new Browser(server.url);
    await browser.send('POST', '/register/', { email: 'ann@example.org' });
    const key = (await linkFor(server, 'ann@example.org')).split('/').at(-1) ?? '';
    const form = { key, full_name: 'Ann Archer', password: NEW_PASSWORD };
    const joinAnswer = await browser.send('POST', '/accounts/register/', form);
    assert.deepEqual([joinAnswer.status, joinAnswer.headers.location], [302, '/login/']);
    assert.equal(browser.cookies.has('sessionid'), false);
    assert.match((await browser.logIn('ann@example.org', NEW_PASSWORD)).text, /<svg/);
  });
});
