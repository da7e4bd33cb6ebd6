// Steps that send, change and delete messages.

import type { Topic } from '../naive/message.ts';
import { mayRead } from '../naive/visible.ts';
import { pick, type RunStep } from './step.ts';

const topics = ['alpha', 'beta', 'Alpha', ''] as const;
const modes = ['change_one', 'change_later', 'change_all'] as const;

const send: RunStep = async ({ fixture, person, channel, topic, step }) => {
  const { organization } = fixture.model;
  if (!organization.maySee(person, channel.id) || organization.isArchived(channel.id)) return undefined;
  const mentions = fixture.mentions(step, true);
  const id = await fixture.client(person).sendToChannel(channel.name, topic, fixture.text(mentions));
  fixture.model.send(id, person, { channel: channel.id, topic }, mentions);
  fixture.sent.add(id);
  return `${id}: ${person} sends to ${channel.id} > ${topic}: ${JSON.stringify(mentions)}`;
};

const sendDirectly: RunStep = async ({ fixture, person, step }) => {
  const { organization } = fixture.model;
  const others = organization.people.filter((_, index) => (step.where >> index) % 2 === 1 && index < 3);
  const people = [...new Set([person, ...others])].sort((a, b) => a - b);
  if (people.length < 3 && people.some((one) => organization.inactive.has(one))) return undefined;
  const mentions = fixture.mentions(step, false);
  const id = await fixture.client(person).sendDirect(people, fixture.text(mentions));
  fixture.model.send(id, person, { people }, mentions);
  fixture.sent.add(id);
  return `${id}: ${person} sends to ${people}: ${JSON.stringify(mentions)}`;
};

const edit: RunStep = async ({ fixture, step }) => {
  const { model } = fixture;
  const message = pick([...model.messages.values()], step.what);
  if (!message || !model.organization.active.includes(message.sender) || fixture.isFrozen(message))
    return undefined;
  if (!mayRead(model, message.sender, message)) return undefined;
  const mentions = fixture.mentions(step, 'channel' in message.conversation);
  const content = fixture.text(mentions);
  await fixture.client(message.sender).ok('PATCH', `/messages/${message.id}`, { content });
  model.edit(message.id, mentions);
  return `${message.id} is edited: ${JSON.stringify(mentions)}`;
};

const move: RunStep = async ({ fixture, channel, step }) => {
  const { model, operator } = fixture;
  const message = pick([...model.messages.values()], step.what);
  const topic = pick(topics, step.how) ?? '';
  if (!message || !('channel' in message.conversation)) return undefined;
  if (fixture.isFrozen(message) || model.organization.isArchived(channel.id)) return undefined;
  const from: Topic = message.conversation;
  const changesTopic = from.topic.toLowerCase() !== topic.toLowerCase();
  if (from.channel === channel.id && (!changesTopic || isUnresolving(from.topic, topic))) return undefined;
  const mode = pick(modes, step.who) ?? 'change_one';
  const inTopic = model.inTopic(from).map(({ id }) => id);
  const later = inTopic.filter((id) => mode === 'change_all' || id >= message.id);
  const ids = mode === 'change_one' ? [message.id] : later;
  await operator.ok('PATCH', `/messages/${message.id}`, {
    ...(changesTopic && { topic }),
    ...(from.channel !== channel.id && { stream_id: channel.id }),
    propagate_mode: mode,
    send_notification_to_old_thread: false,
    send_notification_to_new_thread: false,
  });
  model.move(ids, from, { channel: channel.id, topic: changesTopic ? topic : from.topic });
  return `${ids} move from ${from.channel} > ${from.topic} to ${channel.id} > ${topic}`;
};

/** Such a move is the `resolve` step, which sends a notice. */
function isUnresolving(from: string, to: string): boolean {
  return from.startsWith('✔ ') && from.slice(2).toLowerCase() === to.toLowerCase();
}

const resolve: RunStep = async ({ fixture, step }) => {
  const { model, operator } = fixture;
  const message = pick([...model.messages.values()], step.what);
  if (!message || !('channel' in message.conversation) || fixture.isFrozen(message)) return undefined;
  const from = message.conversation;
  if (from.topic === '') return undefined;
  const { subject } = (await operator.ok('GET', `/messages/${message.id}`)).message;
  const topic = subject.startsWith('✔ ') ? subject.slice(2) : `✔ ${subject}`;
  const ids = model.inTopic(from).map(({ id }) => id);
  await operator.ok('PATCH', `/messages/${message.id}`, { topic, propagate_mode: 'change_all' });
  model.move(ids, from, { channel: from.channel, topic });
  const { messages } = await operator.ok('GET', '/messages', {
    narrow: [{ operator: 'channel', operand: from.channel }],
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
  });
  const notice = messages.at(-1);
  model.notice(notice.id, notice.sender_id, { channel: from.channel, topic });
  fixture.sent.add(notice.id);
  return `${ids} go from ${from.channel} > ${from.topic} to ${topic}; ${notice.id} says so`;
};

const remove: RunStep = async ({ fixture, step }) => {
  const message = pick([...fixture.model.messages.values()], step.what);
  if (!message || 'people' in message.conversation || fixture.isFrozen(message)) return undefined;
  await fixture.operator.ok('DELETE', `/messages/${message.id}`);
  fixture.model.delete(message.id);
  return `${message.id} is deleted`;
};

const removeTopic: RunStep = async ({ fixture, channel, topic }) => {
  if (fixture.model.organization.isArchived(channel.id)) return undefined;
  const ids = fixture.model.inTopic({ channel: channel.id, topic }).map(({ id }) => id);
  const path = `/streams/${channel.id}/delete_topic`;
  const { complete } = await fixture.operator.ok('POST', path, { topic_name: topic });
  if (!complete) throw new Error('a short topic took too long to be deleted');
  for (const id of ids) fixture.model.delete(id);
  return `${channel.id} > ${topic} is deleted: ${ids}`;
};

const react: RunStep = async ({ fixture, person, step }) => {
  const message = fixture.message(person, step);
  if (!message || fixture.isFrozen(message)) return undefined;
  const isNew = !message.reactors.has(person);
  const path = `/messages/${message.id}/reactions`;
  await fixture.client(person).ok(isNew ? 'POST' : 'DELETE', path, { emoji_name: 'heart' });
  fixture.model.react(person, message.id, isNew);
  return `${person} ${isNew ? 'reacts to' : 'takes a reaction from'} ${message.id}`;
};

export const messageSteps = { send, sendDirectly, edit, move, resolve, remove, removeTopic, react };
