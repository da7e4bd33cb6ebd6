// Decides which history a narrow searches. An account's own history is what it received or has rows for, in
// channels it can still read. A channel's shared history is all of it, for those who may read it in full.
// (Behavior of the reference server: only a term that names such channels, without any term about the account's
// own flags, widens the search.)

import type { Account } from '../model/accounts/account.ts';
import { Role } from '../model/accounts/roles.ts';
import type { Channel } from '../model/channels/channel.ts';
import { mayReadChannel, mayReadFullHistory } from '../model/channels/channel-access.ts';
import type { MessageHead } from '../model/messages/message-row.ts';
import { channelRelation } from '../queries/channels/channel-relation.ts';
import type { Requester } from '../queries/requester.ts';
import { peopleOf } from '../stores/conversations/conversation-store.ts';
import type { PersonalView } from '../stores/read-state/personal-flags.ts';
import type { Narrow, Term } from './term.ts';

/** `closed`: the narrow names a channel that may not be read; the response reveals nothing more about it. */
export type Scope = 'closed' | 'nothing' | 'personal' | 'shared';

function positiveChannel(narrow: Narrow): number | undefined {
  const term = narrow.terms.find((term) => term.kind === 'channel' && !term.negated);
  return term?.kind === 'channel' ? term.channelId : undefined;
}

function namesPublicChannels(term: Term): boolean {
  return term.kind === 'channels' && !term.negated && term.which !== 'archived';
}

/** The history that a narrow searches for a requester. */
export function scopeOf({ state, account, subscriptions }: Requester, narrow: Narrow): Scope {
  if (narrow.namesTwoChannels) return 'closed';
  if (!account) return narrow.matchesNothing ? 'nothing' : 'shared';
  const channelId = positiveChannel(narrow);
  const channel = channelId === undefined ? undefined : state.channel(channelId);
  const membership = channel && channelRelation({ state, account, subscriptions }, channel);
  if (channel && membership && !mayReadChannel(channel, membership)) return 'closed';
  if (narrow.matchesNothing) return 'nothing';
  if (narrow.isPersonal) return 'personal';
  if (channel && membership && mayReadFullHistory(channel, membership)) return 'shared';
  return account.role !== Role.guest && narrow.terms.some(namesPublicChannels) ? 'shared' : 'personal';
}

/** The channels whose messages count among an account's own history. */
export class OwnChannels {
  readonly #requester: Requester;
  readonly #isOpenById = new Map<number, boolean>();

  constructor(searcher: Requester) {
    this.#requester = searcher;
  }

  has(channelId: number): boolean {
    let isOpen = this.#isOpenById.get(channelId);
    if (isOpen === undefined) {
      const channel = this.#requester.state.channel(channelId);
      isOpen = channel !== undefined && this.#isOpen(channel);
      this.#isOpenById.set(channelId, isOpen);
    }
    return isOpen;
  }

  /** Unlike for reading, being web-public does not suffice for guests who are not subscribed. */
  #isOpen(channel: Channel): boolean {
    const { state, account, subscriptions } = this.#requester;
    if (!account) return channel.isWebPublic;
    const membership = channelRelation({ state, account, subscriptions }, channel);
    if (membership.isSubscribed) return true;
    return account.role !== Role.guest && (!channel.isPrivate || membership.isInGrantingGroup);
  }
}

/** Whether a message is in a conversation that can be part of the account's own history. */
export function isInOwnConversations(
  conversation: Pick<MessageHead, 'channel_id' | 'direct_key'>,
  account: Account,
  channels: OwnChannels,
): boolean {
  if (conversation.channel_id !== null) return channels.has(conversation.channel_id);
  return peopleOf(conversation.direct_key ?? '').includes(account.id);
}

/** Whether a message belongs to an account's own history. */
export function isOwn(view: PersonalView): boolean {
  return view.isReceived || view.bits !== undefined;
}
