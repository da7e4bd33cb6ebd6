// Steps in which people read, mark unread, star, mute and follow.

import type { NoticePolicy, TopicPolicy } from '../naive/organization.ts';
import { words } from './history-fixture.ts';
import { pick, type RunStep } from './step.ts';

const noticePolicies: readonly NoticePolicy[] = ['always', 'except_followed', 'never'];
const policies: readonly (TopicPolicy | undefined)[] = [undefined, 1, 2, 3];

const flagRead =
  (op: 'add' | 'remove'): RunStep =>
  async ({ fixture, person, step }) => {
    const messages = fixture.messages(person, step);
    await fixture.client(person).ok('POST', '/messages/flags', { messages, op, flag: 'read' });
    if (op === 'add') fixture.model.markRead(person, messages);
    else fixture.model.markUnread(person, messages);
    return `${person} marks ${messages} as ${op === 'add' ? 'read' : 'unread'}`;
  };

const readChannel: RunStep = async ({ fixture, person, channel }) => {
  const { organization } = fixture.model;
  if (!organization.maySee(person, channel.id) || organization.isArchived(channel.id)) return undefined;
  await fixture.client(person).ok('POST', '/mark_stream_as_read', { stream_id: channel.id });
  fixture.model.markChannelRead(person, channel.id);
  return `${person} reads ${channel.id}`;
};

const readTopic: RunStep = async ({ fixture, person, channel, topic }) => {
  const { organization } = fixture.model;
  const conversation = { channel: channel.id, topic };
  if (!organization.maySee(person, channel.id) || organization.isArchived(channel.id)) return undefined;
  if (fixture.model.inTopic(conversation).length === 0) return undefined;
  const parameters = { stream_id: channel.id, topic_name: topic };
  await fixture.client(person).ok('POST', '/mark_topic_as_read', parameters);
  fixture.model.markTopicRead(person, conversation);
  return `${person} reads ${channel.id} > ${topic}`;
};

const readAll: RunStep = async ({ fixture, person, step }) => {
  if (step.how % 3 > 0) return undefined;
  await fixture.client(person).ok('POST', '/mark_all_as_read');
  fixture.model.markAllRead(person);
  return `${person} reads everything`;
};

const flagStarred =
  (op: 'add' | 'remove'): RunStep =>
  async ({ fixture, person, step }) => {
    const message = fixture.message(person, step);
    if (!message) return undefined;
    await fixture
      .client(person)
      .ok('POST', '/messages/flags', { messages: [message.id], op, flag: 'starred' });
    fixture.model.star(person, message.id, op === 'add');
    return `${person} ${op === 'add' ? 'stars' : 'unstars'} ${message.id}`;
  };

const mutePerson: RunStep = async ({ fixture, person, step }) => {
  const { organization } = fixture.model;
  const mutedId = pick(organization.people, step.what);
  if (mutedId === undefined || mutedId === person || organization.inactive.has(mutedId)) return undefined;
  if (organization.mutedPeople.has(`${person} ${mutedId}`)) return undefined;
  await fixture.client(person).ok('POST', `/users/me/muted_users/${mutedId}`);
  fixture.model.mutePerson(person, mutedId);
  return `${person} mutes ${mutedId}`;
};

const unmutePerson: RunStep = async ({ fixture, person }) => {
  const { people, mutedPeople, inactive } = fixture.model.organization;
  const mutedId = people.find((one) => mutedPeople.has(`${person} ${one}`));
  if (mutedId === undefined || inactive.has(mutedId)) return undefined;
  await fixture.client(person).ok('DELETE', `/users/me/muted_users/${mutedId}`);
  mutedPeople.delete(`${person} ${mutedId}`);
  return `${person} unmutes ${mutedId}`;
};

const muteChannel: RunStep = async ({ fixture, person, channel }) => {
  const { organization } = fixture.model;
  const modelChannel = organization.channels.get(channel.id);
  if (!modelChannel?.subscribers.has(person) || modelChannel.isArchived) return undefined;
  const value = !modelChannel.muted.has(person);
  await fixture.client(person).ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: channel.id, property: 'is_muted', value }],
  });
  if (value) modelChannel.muted.add(person);
  else modelChannel.muted.delete(person);
  return `${person} ${value ? 'mutes' : 'unmutes'} ${channel.id}`;
};

const choosePolicy: RunStep = async ({ fixture, person, channel, topic, step }) => {
  const { organization } = fixture.model;
  if (!organization.maySee(person, channel.id) || organization.isArchived(channel.id)) return undefined;
  const policy = pick(policies, step.how);
  await fixture.client(person).ok('POST', '/user_topics', {
    stream_id: channel.id,
    topic,
    visibility_policy: policy ?? 0,
  });
  organization.setPolicy(person, { channel: channel.id, topic }, policy);
  return `${person} has policy ${policy ?? 0} for ${channel.id} > ${topic}`;
};

const chooseNotices: RunStep = async ({ fixture, person, step }) => {
  const policy = pick(noticePolicies, step.how) ?? 'always';
  const settings = { resolved_topic_notice_auto_read_policy: policy };
  await fixture.client(person).ok('PATCH', '/settings', settings);
  fixture.model.organization.noticePolicies.set(person, policy);
  return `${person} has resolution notices read: ${policy}`;
};

const watchWord: RunStep = async ({ fixture, person, step }) => {
  const { alertWords } = fixture.model.organization;
  const word = pick(words, step.what);
  const key = `${person} ${word}`;
  const isNew = !alertWords.has(key);
  const parameters = { alert_words: [word] };
  await fixture.client(person).ok(isNew ? 'POST' : 'DELETE', '/users/me/alert_words', parameters);
  if (isNew) alertWords.add(key);
  else alertWords.delete(key);
  return `${person} ${isNew ? 'watches' : 'does not watch'} for ${word}`;
};

export const readingSteps = {
  read: flagRead('add'),
  unread: flagRead('remove'),
  readChannel,
  readTopic,
  readAll,
  star: flagStarred('add'),
  unstar: flagStarred('remove'),
  mutePerson,
  unmutePerson,
  muteChannel,
  choosePolicy,
  chooseNotices,
  watchWord,
};
