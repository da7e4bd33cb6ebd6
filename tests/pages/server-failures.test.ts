// A failure of the server on a page for logging in is answered as one, and the log has its reason: it is no error of the
// person, which the page would explain.

import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { openIdConfiguration, recordedLog } from '../sign-in/support.ts';
import { Browser } from '../support/browser.ts';
import { withFailingCommits } from '../support/failing-commits.ts';
import { startTestServer } from '../support/server.ts';

const { lines, log } = recordedLog();
const signIn = openIdConfiguration('https://company.example.com');
const server = await startTestServer({ signIn, log });
const { database } = server.server.services;
const logIn = () => new Browser(server.url).send('POST', '/login/', { demo_user: 'mel@example.com' });

beforeEach(() => lines.splice(0));

test('a login that cannot be stored is refused with the status of the failure', async () => {
  assert.equal((await withFailingCommits(server, 0, logIn)).status, 503);
  assert.equal((await logIn()).status, 302);
});

test('an unexpected failure of a login is logged as it is', async (t) => {
  const failing = t.mock.method(database, 'write', () => Promise.reject(new Error('table 7 is broken')));
  const { status, text } = await logIn();
  failing.mock.restore();
  assert.equal(status, 500);
  assert.doesNotMatch(text, /table 7/);
  assert.ok(
    lines.some((line) => line.includes('table 7 is broken')),
    lines.join('\n'),
  );
});

test('an unexpected failure of a sign-in is logged as it is, and not as a failed sign-in', async (t) => {
  const { directory } = server.server;
  const failing = t.mock.method(directory, 'hubForHost', () => Promise.reject(new Error('no hub today')));
  const { status, text } = await new Browser(server.url).get('/accounts/login/social/oidc/company');
  failing.mock.restore();
  assert.equal(status, 500);
  assert.doesNotMatch(text, /no hub today/);
  assert.ok(
    lines.some((line) => line.includes('no hub today')),
    lines.join('\n'),
  );
  assert.ok(!lines.some((line) => line.includes('sign_in_failed')), lines.join('\n'));
});
