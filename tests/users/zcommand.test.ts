// Commands typed by people, and the compatibility check of clients.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooOld } from '../../src/model/organizations/old-client.ts';
import { startTestServer } from '../support/server.ts';

const server = await startTestServer();
const mel = await server.as('mel');

test('a command changes the display, and confirms it', async () => {
  const listener = await mel.registerQueue({
    fetch_event_types: ['user_settings'],
    event_types: ['user_settings'],
  });
  const run = async (command: string) => (await mel.ok('POST', '/zcommand', { command })).msg;
  assert.equal(await run('/dark'), 'You now use the dark theme. Type `/light` to go back.');
  assert.equal(await run('/night'), 'You are already using the dark theme.');
  assert.equal(await run('/fluid-width'), 'You now use the full width. Type `/fixed-width` to go back.');
  assert.equal(await run('/ping'), '');
  const events = await listener.events();
  assert.deepEqual(
    events.map(({ property, value }: { property: string; value: unknown }) => [property, value]),
    [
      ['color_scheme', 2],
      ['fluid_layout_width', true],
    ],
  );
});

test('a reminder is a scheduled message to oneself', async () => {
  const listener = await mel.registerQueue({ event_types: ['scheduled_messages'] });
  await mel.ok('PATCH', '/settings', { timezone: 'Asia/Kolkata' });
  const run = async (command: string) => (await mel.ok('POST', '/zcommand', { command })).msg;
  assert.equal(
    await run('/remind 2099-01-31 9:00 order **bread**'),
    'You will be reminded on Saturday, January 31, 2099 at 9:00 AM.',
  );
  const [{ scheduled_messages: addedMessages }] = await listener.events();
  assert.deepEqual(
    addedMessages.map(({ type, to, content, scheduled_delivery_timestamp: at }: Record<string, unknown>) => [
      type,
      to,
      content,
      at,
    ]),
    [['private', [mel.userId], 'order **bread**', Date.parse('2099-01-31T03:30:00Z') / 1000]],
  );
});

test('a reminder without a time or a text, or in the past, is refused', async () => {
  const refuse = (command: string, error: RegExp) =>
    mel.refused('POST', '/zcommand', { command }, 'BAD_REQUEST', error);
  for (const command of ['/remind', '/remind me', '/remind in 2 hours', '/remind bread in 2 hours'])
    await refuse(command, /^Say when and what, for example "\/remind in 2 hours check the build"/);
  await refuse('/remind 2001-01-01 9:00 order bread', /^Scheduled delivery time must be in the future/);
});

test('an unknown command is refused', async () => {
  await mel.refused(
    'POST',
    '/zcommand',
    { command: 'dark' },
    'BAD_REQUEST',
    'There should be a leading slash in the zcommand.',
  );
  await mel.refused('POST', '/zcommand', { command: '/dim' }, 'BAD_REQUEST', 'No such command: dim');
  // A client sends it as a message.
  await mel.refused('POST', '/zcommand', { command: '/me waves' }, 'BAD_REQUEST', 'No such command: me');
  await mel.refused(
    'POST',
    '/zcommand',
    { command: '/dark chocolate' },
    'BAD_REQUEST',
    '/dark takes nothing after it.',
  );
});

test('outdated clients are recognized and refused', async () => {
  const ask = async (agent: string) =>
    (await fetch(`${server.url}/api/v1/compatibility`, { headers: { 'user-agent': agent } })).status;
  assert.deepEqual([await ask('website'), await ask('ZulipInvalid/1')], [200, 400]);
  for (const [agent, expected] of [
    ['ZulipMobile/16.2.95 (Android 9)', true],
    ['ZulipMobile/16.2.96 (Android 9)', false],
    ['ZulipMobile/9.9 (Android)', true],
    ['ZulipMobile/27.235 (Android 12)', false],
    ['ZulipMobile/1.0 (iOS 13)', false],
    ['ZulipFlutter/0.1 (Android)', false],
    ['Mozilla/5.0 (Android)', false],
  ] as const) {
    assert.equal(isTooOld(agent), expected, agent);
  }
});
