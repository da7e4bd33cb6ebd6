// Steps that change membership and permissions: subscriptions, channels, groups, roles, accounts.

import type { Privacy } from '../naive/organization.ts';
import { pick, type RunStep } from './step.ts';

const GUEST = 600;
const privacies: readonly Privacy[] = ['public', 'private', 'protected'];

const subscribe: RunStep = async ({ fixture, person, channel }) => {
  const modelChannel = fixture.model.organization.channels.get(channel.id);
  if (!modelChannel || modelChannel.subscribers.has(person) || modelChannel.isArchived) return undefined;
  await fixture.operator.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: channel.name }],
    principals: [person],
    send_new_subscription_messages: false,
  });
  modelChannel.subscribers.add(person);
  return `${person} joins ${channel.id}`;
};

const unsubscribe: RunStep = async ({ fixture, person, channel }) => {
  const { organization } = fixture.model;
  if (!organization.isSubscribed(person, channel.id) || organization.isArchived(channel.id)) return undefined;
  await fixture.client(person).ok('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] });
  fixture.model.unsubscribe(person, channel.id);
  return `${person} leaves ${channel.id}`;
};

const changePrivacy: RunStep = async ({ fixture, channel, step }) => {
  const modelChannel = fixture.model.organization.channels.get(channel.id);
  const privacy = pick(privacies, step.how);
  if (!modelChannel || !privacy || modelChannel.privacy === privacy || modelChannel.isArchived)
    return undefined;
  await fixture.operator.ok('PATCH', `/streams/${channel.id}`, {
    is_private: privacy !== 'public',
    history_public_to_subscribers: privacy !== 'protected',
  });
  modelChannel.privacy = privacy;
  if (privacy === 'protected') fixture.model.pins.unpinTopicsIn(channel.id);
  return `${channel.id} is ${privacy}`;
};

const archive: RunStep = async ({ fixture, channel }) => {
  const modelChannel = fixture.model.organization.channels.get(channel.id);
  if (!modelChannel) return undefined;
  modelChannel.isArchived = !modelChannel.isArchived;
  const { model } = fixture;
  if (modelChannel.isArchived) {
    await fixture.operator.ok('DELETE', `/streams/${channel.id}`);
    model.pins.unpinTopicsIn(channel.id);
    for (const { id } of model.inChannel(channel.id)) model.pins.messages.delete(id);
  } else await fixture.operator.ok('PATCH', `/streams/${channel.id}`, { is_archived: false });
  return `${channel.id} is ${modelChannel.isArchived ? 'archived' : 'back from the archive'}`;
};

const changeMembership: RunStep = async ({ fixture, person, step }) => {
  const name = step.what % 3 === 0 ? 'squad' : 'crew';
  const members = fixture.model.organization[name];
  const isNew = !members.has(person);
  const change = isNew ? { add: [person] } : { delete: [person] };
  await fixture.operator.ok('POST', `/user_groups/${fixture.groups[name]}/members`, change);
  if (isNew) members.add(person);
  else members.delete(person);
  return `${person} is ${isNew ? '' : 'not '}in the ${name}`;
};

const nest: RunStep = async ({ fixture }) => {
  const { organization } = fixture.model;
  const { crew, squad } = fixture.groups;
  organization.isSquadInCrew = !organization.isSquadInCrew;
  const change = organization.isSquadInCrew ? { add: [squad] } : { delete: [squad] };
  await fixture.operator.ok('POST', `/user_groups/${crew}/subgroups`, change);
  return `the squad is ${organization.isSquadInCrew ? '' : 'not '}in the crew`;
};

const changeRole: RunStep = async ({ fixture, person }) => {
  const { guests } = fixture.model.organization;
  if (guests.delete(person)) {
    await fixture.endGuest(person);
    return `${person} is no longer a guest`;
  }
  await fixture.operator.ok('PATCH', `/users/${person}`, { role: GUEST });
  guests.add(person);
  return `${person} is a guest`;
};

const deactivate: RunStep = async ({ fixture, person }) => {
  const { active, inactive } = fixture.model.organization;
  if (active.length <= 2) return undefined;
  await fixture.operator.ok('DELETE', `/users/${person}`);
  inactive.add(person);
  // Their queues have ended.
  fixture.followers.delete(person);
  return `${person} is deactivated`;
};

const reactivate: RunStep = async ({ fixture, step }) => {
  const { inactive } = fixture.model.organization;
  const person = pick([...inactive], step.what);
  if (person === undefined) return undefined;
  await fixture.operator.ok('POST', `/users/${person}/reactivate`);
  inactive.delete(person);
  return `${person} is reactivated`;
};

export const peopleSteps = {
  subscribe,
  unsubscribe,
  changePrivacy,
  archive,
  changeMembership,
  nest,
  changeRole,
  deactivate,
  reactivate,
};
