// The requesters, and for each kind of thing some that are hidden from them and some that do not exist.

import { newClient } from '../access/support.ts';
import type { World } from '../bad-input/world.ts';
import type { ApiClient } from '../support/client.ts';
import { grant, limitGuests } from '../users/support.ts';

const kinds = [
  'channel id',
  'channel name',
  'topic',
  'message id',
  'user id',
  'user name',
  'address',
] as const;
export type Kind = (typeof kinds)[number];

/**
 * A guest with limited visibility; a member; a member who joined a channel with protected history late; an
 * administrator; a webhook bot of the member's.
 */
export type Requester = 'guest' | 'member' | 'latecomer' | 'administrator' | 'hook';

export type Value = string | number;

/** What every requester sees. */
export interface Seen {
  readonly message: number;
  readonly channel: { readonly id: number; readonly name: string };
  readonly person: number;
  /** A channel whose topics and messages are hidden: the older ones from the latecomer, all from others. */
  readonly vault: { readonly id: number; readonly name: string };
}

export interface HiddenWorld {
  readonly requesters: Readonly<Record<Requester, ApiClient>>;
  /** Existing things that are hidden from a requester. */
  hidden(requester: Requester, kind: Kind): readonly Value[];
  seen(requester: Requester): Seen;
}

const nothing: Readonly<Record<Exclude<Kind, 'message id' | 'address'>, Value>> = {
  'channel id': 999_999,
  'channel name': 'nowhere',
  topic: 'unsaid',
  'user id': 999_999,
  'user name': 'Nobody Known',
};

/** A missing thing that resembles an existing one: the next message id, an address of the same form. */
export function absentLike(kind: Kind, value: Value): Value {
  if (kind === 'message id') return Number(value) + 1;
  if (kind !== 'address') return nothing[kind];
  return String(value).startsWith('user') ? 'user999999@parley.invalid' : 'nobody@example.com';
}

const HIDDEN = { email_address_visibility: 4 };

/** Sends messages until the id after one belongs to no message; notices of the server may come between. */
async function sendBeforeGap(client: ApiClient, say: (text: string) => Promise<number>): Promise<number> {
  for (;;) {
    const id = await say('not for all to see');
    const next = await say('a mistake');
    await client.ok('DELETE', `/messages/${next}`);
    if (next === id + 1) return id;
    await client.ok('DELETE', `/messages/${id}`);
  }
}

function sendToChannelBeforeGap(client: ApiClient, channel: string, topic: string): Promise<number> {
  return sendBeforeGap(client, (text) => client.sendToChannel(channel, topic, text));
}

async function makeVault(olive: ApiClient, latecomer: ApiClient) {
  const createdVault = await olive.ok('POST', '/channels/create', {
    name: 'vault',
    subscribers: [olive.userId],
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const early = await sendToChannelBeforeGap(olive, 'vault', 'earlier');
  const before = await sendToChannelBeforeGap(olive, 'vault', 'vaulted');
  await olive.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'vault' }],
    principals: [latecomer.userId],
  });
  const now = await sendToChannelBeforeGap(olive, 'vault', 'vaulted');
  return { id: Number(createdVault.id), name: 'vault', early, before, now };
}

/** Creates everything besides the things of the tests of bad input. */
export async function makeHiddenWorld(world: World): Promise<HiddenWorld> {
  const { server, client, channel } = world;
  const [olive, adam, mel, mia] = [client('olive'), client('adam'), client('mel'), client('mia')];
  const guest = await newClient(server, { key: 'guest', role: 600 });
  const latecomer = await newClient(server, { key: 'latecomer' });
  const secretive = await newClient(server, { key: 'secretive' });
  await secretive.ok('PATCH', '/settings', HIDDEN);
  await grant(server, adam, { can_change_user_emails: 1, can_create_users: 1 });
  const vault = await makeVault(olive, latecomer);
  await adam.ok('POST', '/users/me/subscriptions', {
    subscriptions: [{ name: 'design' }],
    principals: [guest.userId, mel.userId, latecomer.userId],
  });
  await limitGuests(server, true);
  // Those who may create channels learn which names are taken.
  const { user_groups: groups } = await olive.ok('GET', '/user_groups');
  const administrators = groups.find((one: { name: string }) => one.name === 'role:administrators').id;
  await olive.ok('PATCH', '/realm', {
    can_create_public_channel_group: { new: administrators },
    can_create_private_channel_group: { new: administrators },
  });
  const direct = await sendBeforeGap(olive, (text) => olive.sendDirect([mia.userId], text));
  const generalSaid = await sendToChannelBeforeGap(olive, 'general', 'planned');
  const hook = server.client('hook-bot@example.com', world.ids.hookKey);
  const requesters = { guest, member: mel, latecomer, administrator: adam, hook };
  const sentIds = new Map<Requester, number>();
  const people = ['guest', 'member', 'latecomer', 'administrator'] as const;
  for (const requester of people)
    sentIds.set(requester, await requesters[requester].sendToChannel('design', 'plans', 'for all to see'));
  // With this, marking something as read changes nothing.
  for (const requester of people) await requesters[requester].ok('POST', '/mark_all_as_read');
  const closedValues: Readonly<Record<Kind, readonly Value[]>> = {
    'channel id': [vault.id],
    'channel name': ['vault', 'VAULT'],
    topic: ['vaulted', 'earlier'],
    'message id': [vault.early, vault.now, direct],
    'user id': [],
    'user name': [],
    address: ['secretive@example.com'],
  };
  const hiddenValues: Readonly<Record<Requester, Readonly<Record<Kind, readonly Value[]>>>> = {
    guest: {
      'channel id': [vault.id, channel('general')],
      'channel name': ['vault', 'general'],
      topic: ['vaulted', 'earlier'],
      'message id': [vault.early, generalSaid, direct],
      'user id': [olive.userId, secretive.userId],
      'user name': ['Olive Owner'],
      address: ['secretive@example.com', 'olive@example.com', `user${olive.userId}@parley.invalid`],
    },
    member: closedValues,
    hook: closedValues,
    latecomer: {
      ...closedValues,
      'channel id': [],
      'channel name': [],
      topic: ['earlier'],
      'message id': [vault.early, vault.before, direct],
    },
    administrator: { ...closedValues, 'channel id': [], 'channel name': [] },
  };
  return {
    requesters,
    hidden: (requester, kind) => hiddenValues[requester][kind],
    seen: (requester) => ({
      message: sentIds.get(requester) ?? 0,
      channel: { id: channel('design'), name: 'design' },
      person: mia.userId,
      vault,
    }),
  };
}
