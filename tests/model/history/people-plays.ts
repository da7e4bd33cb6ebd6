// Steps that change membership and permissions: subscriptions, channels, groups, roles, accounts.

import type { Privacy } from '../naive/organization.ts';
import { type Play, pick } from './step.ts';

const GUEST = 600;
const privacies: readonly Privacy[] = ['public', 'private', 'protected'];

const subscribe: Play = async ({ stage, person, channel }) => {
  const known = stage.model.organization.channels.get(channel.id);
  if (!known || known.subscribers.has(person) || known.isArchived) return undefined;
  await stage.operator.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: channel.name }],
    principals: [person],
    send_new_subscription_messages: false,
  });
  known.subscribers.add(person);
  return `${person} joins ${channel.id}`;
};

const unsubscribe: Play = async ({ stage, person, channel }) => {
  const { organization } = stage.model;
  if (!organization.isSubscribed(person, channel.id) || organization.isArchived(channel.id)) return undefined;
  await stage.client(person).ok('DELETE', '/users/me/subscriptions', { subscriptions: [channel.name] });
  stage.model.unsubscribe(person, channel.id);
  return `${person} leaves ${channel.id}`;
};

const changePrivacy: Play = async ({ stage, channel, step }) => {
  const known = stage.model.organization.channels.get(channel.id);
  const privacy = pick(privacies, step.how);
  if (!known || !privacy || known.privacy === privacy || known.isArchived) return undefined;
  await stage.operator.ok('PATCH', `/streams/${channel.id}`, {
    is_private: privacy !== 'public',
    history_public_to_subscribers: privacy !== 'protected',
  });
  known.privacy = privacy;
  return `${channel.id} is ${privacy}`;
};

const archive: Play = async ({ stage, channel }) => {
  const known = stage.model.organization.channels.get(channel.id);
  if (!known) return undefined;
  known.isArchived = !known.isArchived;
  if (known.isArchived) await stage.operator.ok('DELETE', `/streams/${channel.id}`);
  else await stage.operator.ok('PATCH', `/streams/${channel.id}`, { is_archived: false });
  return `${channel.id} is ${known.isArchived ? 'archived' : 'back from the archive'}`;
};

const changeMembership: Play = async ({ stage, person, step }) => {
  const name = step.what % 3 === 0 ? 'squad' : 'crew';
  const members = stage.model.organization[name];
  const isNew = !members.has(person);
  const change = isNew ? { add: [person] } : { delete: [person] };
  await stage.operator.ok('POST', `/user_groups/${stage.groups[name]}/members`, change);
  if (isNew) members.add(person);
  else members.delete(person);
  return `${person} is ${isNew ? '' : 'not '}in the ${name}`;
};

const nest: Play = async ({ stage }) => {
  const { organization } = stage.model;
  const { crew, squad } = stage.groups;
  organization.isSquadInCrew = !organization.isSquadInCrew;
  const change = organization.isSquadInCrew ? { add: [squad] } : { delete: [squad] };
  await stage.operator.ok('POST', `/user_groups/${crew}/subgroups`, change);
  return `the squad is ${organization.isSquadInCrew ? '' : 'not '}in the crew`;
};

const changeRole: Play = async ({ stage, person }) => {
  const { guests } = stage.model.organization;
  if (guests.delete(person)) {
    await stage.endGuest(person);
    return `${person} is no guest any more`;
  }
  await stage.operator.ok('PATCH', `/users/${person}`, { role: GUEST });
  guests.add(person);
  return `${person} is a guest`;
};

const deactivate: Play = async ({ stage, person }) => {
  const { active, inactive } = stage.model.organization;
  if (active.length <= 2) return undefined;
  await stage.operator.ok('DELETE', `/users/${person}`);
  inactive.add(person);
  return `${person} is deactivated`;
};

const reactivate: Play = async ({ stage, step }) => {
  const { inactive } = stage.model.organization;
  const person = pick([...inactive], step.what);
  if (person === undefined) return undefined;
  await stage.operator.ok('POST', `/users/${person}/reactivate`);
  inactive.delete(person);
  return `${person} is reactivated`;
};

export const peoplePlays = {
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
