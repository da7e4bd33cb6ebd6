// Steps that pin messages and topics for everyone, and unpin them.

import { noMentions } from '../naive-model.ts';
import type { RunStep } from './step.ts';

const pinMessage: RunStep = async ({ fixture, person, step }) => {
  const message = fixture.message(person, step);
  if (!message || fixture.isFrozen(message)) return undefined;
  const { model, operator } = fixture;
  const { pins } = model;
  const { id, conversation } = message;
  const path = `/messages/${id}/pin`;
  if (pins.messages.has(id)) {
    await fixture.client(person).ok('DELETE', path);
    pins.messages.delete(id);
    return `${person} unpins ${id}`;
  }
  await fixture.client(person).ok('POST', path);
  pins.messages.add(id);
  if (!('channel' in conversation) || pins.withNotice.has(id)) return `${person} pins ${id}`;
  pins.withNotice.add(id);
  const page = { anchor: 'newest', num_before: 1, num_after: 0 };
  const narrow = [{ operator: 'channel', operand: conversation.channel }];
  const notice = (await operator.ok('GET', '/messages', { ...page, narrow })).messages.at(-1);
  model.send(notice.id, notice.sender_id, conversation, noMentions);
  fixture.sent.add(notice.id);
  return `${person} pins ${id}; ${notice.id} says so`;
};

const pinTopic: RunStep = async ({ fixture, person, channel, topic }) => {
  const { organization, pins } = fixture.model;
  const conversation = { channel: channel.id, topic };
  if (!organization.maySee(person, channel.id) || !organization.canHavePinnedTopics(channel.id))
    return undefined;
  if (fixture.model.inTopic(conversation).length === 0) return undefined;
  const isNew = !pins.isTopicPinned(conversation);
  const path = `/streams/${channel.id}/pinned_topics`;
  await fixture.client(person).ok(isNew ? 'POST' : 'DELETE', path, { topic });
  if (isNew) pins.pinTopic(conversation);
  else pins.unpinTopic(conversation);
  return `${person} ${isNew ? 'pins' : 'unpins'} ${channel.id} > ${topic}`;
};

export const pinSteps = { pinMessage, pinTopic };
