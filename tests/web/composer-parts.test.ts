// The parts of the composer other than its text: keys, typing notifications, scheduled messages, names and obstacles.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { State } from '../../client/state/state.ts';
import { onFormKeyDown } from '../../web/composer/form-keys.ts';
import { sendAt } from '../../web/composer/send-later.ts';
import { conversationName, fieldLabel, sendingObstacle } from '../../web/composer/texts.ts';
import { typingNotifierOf } from '../../web/composer/typing.ts';
import type { Organization } from '../../web/data/organization.ts';
import type { Destination } from '../../web/lib/destination.ts';

const OWN = 1;
const everyone = { direct_members: [OWN], direct_subgroups: [] };
const nobody = { direct_members: [], direct_subgroups: [] };

/** An organization whose calls are recorded. */
function organizationWith(state: object, answer: (name: string) => object | Promise<object> = () => ({})) {
  const calls: [name: string, parameters: object][] = [];
  const call = async (name: string, parameters: object) => {
    calls.push([name, parameters]);
    return answer(name);
  };
  const organization = { state: state as State, ownId: OWN, client: { call } } as unknown as Organization;
  return { organization, calls };
}

const direct = (...personIds: number[]): Destination => ({ kind: 'direct', personIds });
const topic = (channelId: number | undefined, name = 'Plans'): Destination => ({
  kind: 'channel',
  channelId,
  topic: name,
});

test('Ctrl+Enter sends a form and Escape closes it, unless something within it handled the key', () => {
  const handledAfterPress = (key: string, more: object = {}) => {
    const handled: string[] = [];
    const event = {
      ...{ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
      ...{ defaultPrevented: false },
      ...more,
      preventDefault: () => void handled.push('prevented'),
      stopPropagation: () => void handled.push('stopped'),
    };
    onFormKeyDown(event, {
      onSend: () => void handled.push('send'),
      onClose: () => void handled.push('close'),
    });
    return handled;
  };
  for (const modifier of ['ctrlKey', 'metaKey'])
    assert.deepEqual(handledAfterPress('Enter', { [modifier]: true }), ['send', 'prevented', 'stopped']);
  assert.deepEqual(handledAfterPress('Escape'), ['close', 'prevented', 'stopped']);
  assert.deepEqual(handledAfterPress('Enter'), []);
  assert.deepEqual(handledAfterPress('a'), []);
  assert.deepEqual(handledAfterPress('b', { ctrlKey: true }), []);
  assert.deepEqual(handledAfterPress('Escape', { defaultPrevented: true }), []);
});

test('typing is reported if the viewer may write there and has not turned it off', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const settings = { send_private_typing_notifications: true, send_stream_typing_notifications: true };
  const subscriptions = [
    { stream_id: 7, can_send_message_group: everyone },
    { stream_id: 8, can_send_message_group: nobody },
  ];
  const reportedTyping = (destination: Destination, changes: object = {}) => {
    const { organization, calls } = organizationWith({
      subscriptions,
      user_settings: { ...settings, ...changes },
    });
    typingNotifierOf(organization).onTyped(destination);
    return calls;
  };
  assert.deepEqual(reportedTyping(direct(2, 3)), [
    ['set-typing-status', { op: 'start', type: 'direct', to: [2, 3] }],
  ]);
  assert.deepEqual(reportedTyping(direct()), []);
  assert.deepEqual(reportedTyping(direct(2), { send_private_typing_notifications: false }), []);
  assert.equal(reportedTyping(direct(2), { send_stream_typing_notifications: false }).length, 1);
  assert.deepEqual(reportedTyping(topic(7)), [
    ['set-typing-status', { op: 'start', type: 'channel', stream_id: 7, topic: 'Plans' }],
  ]);
  assert.deepEqual(reportedTyping(topic(8)), []);
  assert.deepEqual(reportedTyping(topic(undefined)), []);
  assert.deepEqual(reportedTyping(topic(7), { send_stream_typing_notifications: false }), []);
  assert.equal(reportedTyping(topic(7), { send_private_typing_notifications: false }).length, 1);
});

test('typing is reported again and ends after the times that the server names', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 5000;
  t.mock.method(performance, 'now', () => now);
  const { organization, calls } = organizationWith(
    {
      user_settings: { send_private_typing_notifications: true },
      server_typing_started_wait_period_milliseconds: 3000,
      server_typing_stopped_wait_period_milliseconds: 2000,
    },
    () => Promise.reject(new Error('no connection')),
  );
  const typing = typingNotifierOf(organization);
  const ops = () => calls.map(([, parameters]) => (parameters as { readonly op: string }).op);
  typing.onTyped(direct(2));
  now += 2999;
  typing.onTyped(direct(2));
  assert.deepEqual(ops(), ['start']);
  now += 1;
  typing.onTyped(direct(2));
  assert.deepEqual(ops(), ['start', 'start']);
  t.mock.timers.tick(1999);
  assert.deepEqual(ops(), ['start', 'start']);
  t.mock.timers.tick(1);
  assert.deepEqual(ops(), ['start', 'start', 'stop']);
});

test('a message is scheduled for its recipients, unless one of its files is not uploaded', async () => {
  const { organization, calls } = organizationWith({});
  const send = sendAt(organization, 99);
  await send(direct(2, 3), 'hello');
  await send(topic(7), 'hello');
  const scheduled = { content: 'hello', scheduled_delivery_timestamp: 99 };
  assert.deepEqual(calls, [
    ['create-scheduled-message', { type: 'direct', to: [2, 3], ...scheduled }],
    ['create-scheduled-message', { type: 'channel', to: 7, topic: 'Plans', ...scheduled }],
  ]);
  await assert.rejects(send(direct(2), '[a](waiting-file:0123456789abcdef)'), {
    code: 'FILE_STILL_UPLOADING',
  });
  assert.equal(calls.length, 2);
});

test('a conversation has a name and a label, and says why a message to it cannot be sent', () => {
  const channel = (stream_id: number, more: object = {}) => ({
    stream_id,
    name: `c${stream_id}`,
    can_send_message_group: everyone,
    topics_policy: 'inherit',
    ...more,
  });
  const state = {
    realm_users: [{ user_id: 2, full_name: 'Mia' }],
    cross_realm_bots: [
      { user_id: 8, full_name: 'Other' },
      { user_id: 9, full_name: 'Notices' },
    ],
    subscriptions: [channel(1), channel(4, { topics_policy: 'allow_empty_topic' })],
    unsubscribed: [channel(2)],
    never_subscribed: [channel(3, { topics_policy: 'disable_empty_topic' })],
    realm_topics_policy: 'allow_empty_topic',
  } as unknown as State;
  const names = [
    direct(2),
    direct(9),
    direct(7),
    direct(),
    topic(1),
    topic(2, ' '),
    topic(3),
    topic(undefined),
  ];
  assert.deepEqual(
    names.map((destination) => conversationName(state, destination)),
    [
      'Mia',
      'Notices',
      'Unknown person',
      'Notes to yourself',
      '#c1 › Plans',
      '#c2 › general chat',
      '#c3 › Plans',
      '',
    ],
  );
  assert.equal(fieldLabel(state, topic(undefined)), 'Message');
  const obstacle = (destination: Destination, viewed = state, content = 'hello') =>
    sendingObstacle({ state: viewed, ownId: OWN }, destination, content);
  assert.equal(obstacle(topic(1, '')), undefined);
  assert.equal(obstacle(topic(3, '')), 'Enter a topic.');
  assert.equal(obstacle(topic(3, 'a')), undefined);
  const strict = { ...state, realm_topics_policy: 'disable_empty_topic' } as State;
  assert.equal(obstacle(topic(1, ''), strict), 'Enter a topic.');
  assert.equal(obstacle(topic(4, ''), strict), undefined);
  assert.equal(obstacle(topic(undefined)), 'Choose a channel.');
  // Code points are counted, not UTF-16 units.
  assert.equal(obstacle(direct(2), { ...state, max_message_length: 2 }, '👍👍'), undefined);
  assert.equal(obstacle(direct(2), { ...state, max_message_length: 2 }, '👍👍👍'), '1 character too many');
  assert.equal(obstacle(direct(2), state, 'x'.repeat(10_000)), undefined);
  assert.equal(obstacle(direct(2), state, 'x'.repeat(10_001)), '1 character too many');
});
