// Topics: when they exist, the empty topic, and their length.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestServer } from '../support/server.ts';
import { channelIdOf, messageFor, newestIds } from './reading.ts';

const server = await startTestServer();
const [adam, mel, mia] = await Promise.all([server.as('adam'), server.as('mel'), server.as('mia')]);
const general = await channelIdOf(mel, 'general');
const { snapshot } = await mel.registerQueue();
const plain = { allow_empty_topic_name: true };

async function topics(): Promise<string[]> {
  const answer = await mel.ok('GET', `/users/me/${general}/topics`, plain);
  return answer.topics.map(({ name }: { name: string }) => name);
}
const subjectOf = async (id: number, parameters = {}) => (await messageFor(mia, id, parameters)).subject;

test('R-topic.1 a topic exists as long as it has messages', async () => {
  assert.ok(!(await topics()).includes('passing'));
  const ids = [
    await mel.sendToChannel('general', 'passing', '1'),
    await mel.sendToChannel('general', 'passing', '2'),
  ];
  assert.ok((await topics()).includes('passing'));
  for (const id of ids) await adam.ok('DELETE', `/messages/${id}`);
  assert.ok(!(await topics()).includes('passing'));
});

test('R-topic.2 R-topic.3 the empty topic exists, and has a display name', async () => {
  const id = await mel.sendToChannel('general', '', 'x');
  assert.ok((await topics()).includes(''));
  assert.equal(await subjectOf(id, plain), '');
  assert.ok(snapshot.realm_empty_topic_display_name.length > 0);
  assert.equal(await subjectOf(id), snapshot.realm_empty_topic_display_name);
});

const emptyTopicNames = [
  ['R-topic.4', snapshot.realm_empty_topic_display_name],
  ['R-topic.5', '(no topic)'],
] as const;
for (const [id, name] of emptyTopicNames) {
  test(`${id} "${name}" is the empty topic in sending, muting and deleting`, async () => {
    assert.equal(await subjectOf(await mel.sendToChannel('general', name, 'x'), plain), '');
    const mute = { stream_id: general, topic: name };
    await mel.ok('PATCH', '/users/me/subscriptions/muted_topics', { ...mute, op: 'add' });
    const { user_topics: policies } = (await mel.registerQueue()).snapshot;
    assert.equal(policies.filter((one: { topic_name: string }) => one.topic_name === '').length, 1);
    await mel.ok('PATCH', '/users/me/subscriptions/muted_topics', { ...mute, op: 'remove' });
    await adam.ok('POST', `/streams/${general}/delete_topic`, { topic_name: name });
    assert.ok(!(await topics()).includes(''));
  });
}

test('R-topic.4 R-topic.5 in narrows the display name is the empty topic, and "(no topic)" is not', async () => {
  const id = await mel.sendToChannel('general', '', 'x');
  const inTopic = (topic: string) => [
    { operator: 'channel', operand: 'general' },
    { operator: 'topic', operand: topic },
  ];
  assert.equal((await newestIds(mel, inTopic(snapshot.realm_empty_topic_display_name))).at(-1), id);
  assert.deepEqual(await newestIds(mel, inTopic('(no topic)')), []);
});

test('R-topic.6 longer topics are truncated to max_topic_length', async () => {
  const longest = 'ü'.repeat(snapshot.max_topic_length);
  assert.equal(await subjectOf(await mel.sendToChannel('general', longest, 'x')), longest);
  const cut = await subjectOf(await mel.sendToChannel('general', `${longest}ü`, 'x'));
  assert.equal([...cut].length, snapshot.max_topic_length);
});
