// What is answered at an address of the server that has no page: a page for browsers, an error for programs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Browser, loggedIn } from '../support/browser.ts';
import { startTestServer } from '../support/server.ts';

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const server = await startTestServer();
const browser = (headers: Readonly<Record<string, string>> = {}) =>
  new Browser(server.url, { accept: ACCEPT, ...headers });

test('a browser gets a page that leads home, in its language', async () => {
  for (const path of ['/invites', '/no/such/page', `/${'long'.repeat(100)}`]) {
    const { status, headers, text } = await browser().get(path);
    assert.equal(status, 404);
    assert.match(headers['content-type'] ?? '', /^text\/html/);
    assert.match(text, /<h1>Page not found<\/h1>/);
    assert.match(text, /<a href="\/">Go to Parley Demo<\/a>/);
  }
  const { text } = await browser({ 'accept-language': 'de' }).get('/invites');
  assert.match(text, /<html lang="de".*Seite nicht gefunden/s);
});

test('a person who is logged in gets the page in the language of their account', async () => {
  const mel = await server.as('mel');
  await mel.ok('PATCH', '/settings', { default_language: 'fr' });
  const own = await loggedIn(server.url, 'mel@example.com', { accept: ACCEPT, 'accept-language': 'de' });
  assert.match((await own.get('/invites')).text, /Page introuvable/);
});

test('programs get an error, and so do other methods and the paths of the API', async () => {
  for (const [path, accept, method] of [
    ['/invites', '*/*', 'GET'],
    ['/invites', 'application/json', 'GET'],
    ['/invites', ACCEPT, 'POST'],
    ['/api/v1/no_such_thing', ACCEPT, 'GET'],
    ['/json/no_such_thing', ACCEPT, 'GET'],
  ] as const) {
    const { status, body } = await browser({ accept }).send(method, path);
    assert.deepEqual([status, body?.code], [404, 'NOT_FOUND'], `${method} ${path}`);
  }
});

test('the page does not name an organization that is deactivated', async () => {
  const olive = await server.as('olive');
  await olive.ok('POST', '/realm/deactivate', {});
  assert.match((await browser().get('/invites')).text, /<a href="\/">Go to Parley<\/a>/);
});
