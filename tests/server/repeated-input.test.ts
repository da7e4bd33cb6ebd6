// Errors quote the input, so that readers know what was wrong, up to a length.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limits } from '../../src/api-contract/limits.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const [olive, mel] = await Promise.all([server.as('olive'), server.as('mel')]);
const maximum = limits.repeatedCharacters;
const long = 'x'.repeat(900);

/** The longest run of the letter that all long inputs consist of. */
function repeated(body: unknown): number {
  return Math.max(0, ...(JSON.stringify(body).match(/x+/g) ?? []).map((run) => run.length));
}

for (const [what, client, method, path, parameters] of [
  ['an address', olive, 'POST', '/users', { email: `${long}@`, full_name: 'X', password: 'a fine password' }],
  ['a recipient', mel, 'POST', '/messages', { type: 'direct', to: `["${long}"]`, content: 'c' }],
  ['a channel', mel, 'POST', '/messages', { type: 'channel', to: long, topic: 't', content: 'c' }],
  ['the id of a queue', mel, 'GET', '/events', { queue_id: long, last_event_id: 0 }],
  [
    'a narrow',
    mel,
    'GET',
    '/messages',
    { anchor: 'newest', num_before: 1, num_after: 1, narrow: [['channel', long]] },
  ],
  ['an emoji', mel, 'POST', '/users/me/status', { status_text: 's', emoji_name: long }],
  ['a language', olive, 'PATCH', '/realm', { default_language: long }],
  ['a setting', olive, 'PATCH', '/realm', { message_content_edit_limit_seconds: long }],
  [
    'an address that is invited',
    mel,
    'POST',
    '/invites',
    { invitee_emails: long, stream_ids: [], invite_expires_in_minutes: 10 },
  ],
  ['a list in a setting', olive, 'PATCH', '/realm', { message_content_edit_limit_seconds: `["${long}"]` }],
  ['a place in a map', olive, 'PATCH', '/realm', { authentication_methods: `{"${long}":"no"}` }],
] as const) {
  test(`an error quotes only a bounded part of ${what}`, async () => {
    const { status, body } = await client.request(method, path, parameters);
    assert.equal(status, 400, JSON.stringify(body));
    assert.ok(repeated(body) <= maximum, `${repeated(body)}: ${body.msg}`);
    assert.ok(repeated(body) > 100 || what !== 'a channel', body.msg);
  });
}
