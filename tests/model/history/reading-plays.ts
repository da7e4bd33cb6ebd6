// Steps in which people read, mark unread, star, mute and follow.

import type { NoticePolicy, TopicPolicy } from '../naive/organization.ts';
import { words } from './stage.ts';
import { type Play, pick } from './step.ts';

const noticePolicies: readonly NoticePolicy[] = ['always', 'except_followed', 'never'];
const policies: readonly (TopicPolicy | undefined)[] = [undefined, 1, 2, 3];

const flagRead =
  (op: 'add' | 'remove'): Play =>
  async ({ stage, person, step }) => {
    const messages = stage.messages(person, step);
    await stage.client(person).ok('POST', '/messages/flags', { messages, op, flag: 'read' });
    if (op === 'add') stage.model.markRead(person, messages);
    else stage.model.markUnread(person, messages);
    return `${person} marks ${messages} as ${op === 'add' ? 'read' : 'unread'}`;
  };

const readChannel: Play = async ({ stage, person, channel }) => {
  const { organization } = stage.model;
  if (!organization.mayEnter(person, channel.id) || organization.isArchived(channel.id)) return undefined;
  await stage.client(person).ok('POST', '/mark_stream_as_read', { stream_id: channel.id });
  stage.model.markChannelRead(person, channel.id);
  return `${person} reads ${channel.id}`;
};

const readTopic: Play = async ({ stage, person, channel, topic }) => {
  const { organization } = stage.model;
  const conversation = { channel: channel.id, topic };
  if (!organization.mayEnter(person, channel.id) || organization.isArchived(channel.id)) return undefined;
  if (stage.model.inTopic(conversation).length === 0) return undefined;
  const parameters = { stream_id: channel.id, topic_name: topic };
  await stage.client(person).ok('POST', '/mark_topic_as_read', parameters);
  stage.model.markTopicRead(person, conversation);
  return `${person} reads ${channel.id} > ${topic}`;
};

const readAll: Play = async ({ stage, person, step }) => {
  if (step.how % 3 > 0) return undefined;
  await stage.client(person).ok('POST', '/mark_all_as_read');
  stage.model.markAllRead(person);
  return `${person} reads everything`;
};

const flagStarred =
  (op: 'add' | 'remove'): Play =>
  async ({ stage, person, step }) => {
    const message = stage.message(person, step);
    if (!message) return undefined;
    await stage.client(person).ok('POST', '/messages/flags', { messages: [message.id], op, flag: 'starred' });
    stage.model.star(person, message.id, op === 'add');
    return `${person} ${op === 'add' ? 'stars' : 'unstars'} ${message.id}`;
  };

const mutePerson: Play = async ({ stage, person, step }) => {
  const { organization } = stage.model;
  const muted = pick(organization.people, step.what);
  if (muted === undefined || muted === person || organization.inactive.has(muted)) return undefined;
  if (organization.mutedPeople.has(`${person} ${muted}`)) return undefined;
  await stage.client(person).ok('POST', `/users/me/muted_users/${muted}`);
  stage.model.mutePerson(person, muted);
  return `${person} mutes ${muted}`;
};

const unmutePerson: Play = async ({ stage, person }) => {
  const { people, mutedPeople, inactive } = stage.model.organization;
  const muted = people.find((one) => mutedPeople.has(`${person} ${one}`));
  if (muted === undefined || inactive.has(muted)) return undefined;
  await stage.client(person).ok('DELETE', `/users/me/muted_users/${muted}`);
  mutedPeople.delete(`${person} ${muted}`);
  return `${person} unmutes ${muted}`;
};

const muteChannel: Play = async ({ stage, person, channel }) => {
  const { organization } = stage.model;
  const known = organization.channels.get(channel.id);
  if (!known?.subscribers.has(person) || known.isArchived) return undefined;
  const value = !known.muted.has(person);
  await stage.client(person).ok('POST', '/users/me/subscriptions/properties', {
    subscription_data: [{ stream_id: channel.id, property: 'is_muted', value }],
  });
  if (value) known.muted.add(person);
  else known.muted.delete(person);
  return `${person} ${value ? 'mutes' : 'unmutes'} ${channel.id}`;
};

const choosePolicy: Play = async ({ stage, person, channel, topic, step }) => {
  const { organization } = stage.model;
  if (!organization.mayEnter(person, channel.id) || organization.isArchived(channel.id)) return undefined;
  const policy = pick(policies, step.how);
  await stage.client(person).ok('POST', '/user_topics', {
    stream_id: channel.id,
    topic,
    visibility_policy: policy ?? 0,
  });
  organization.setPolicy(person, { channel: channel.id, topic }, policy);
  return `${person} has policy ${policy ?? 0} for ${channel.id} > ${topic}`;
};

const chooseNotices: Play = async ({ stage, person, step }) => {
  const policy = pick(noticePolicies, step.how) ?? 'always';
  const settings = { resolved_topic_notice_auto_read_policy: policy };
  await stage.client(person).ok('PATCH', '/settings', settings);
  stage.model.organization.noticePolicies.set(person, policy);
  return `${person} has resolution notices read: ${policy}`;
};

const watchWord: Play = async ({ stage, person, step }) => {
  const { alertWords } = stage.model.organization;
  const word = pick(words, step.what);
  const key = `${person} ${word}`;
  const isNew = !alertWords.has(key);
  const parameters = { alert_words: [word] };
  await stage.client(person).ok(isNew ? 'POST' : 'DELETE', '/users/me/alert_words', parameters);
  if (isNew) alertWords.add(key);
  else alertWords.delete(key);
  return `${person} ${isNew ? 'watches' : 'does not watch'} for ${word}`;
};

export const readingPlays = {
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
