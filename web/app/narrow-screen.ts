// What is decided about a narrow before it is shown: what it holds, whether looking at it reads it, what stands there
// when it is empty, and where a link that follows a message leads now.

import type { State } from '../../client/state/state.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/words.ts';
import type { View } from '../lib/address.ts';
import type { Message, MessageUpdate } from '../store/message.ts';
import { type Narrow, narrowKey, nearOf, wireNarrow } from '../store/narrow.ts';
import {
  addressOfNarrow,
  conversationOf,
  isSamePlace,
  narrowOf,
  type Place,
  placeOf,
  term,
} from '../store/places.ts';
import { isToldOf } from '../store/told.ts';

export interface NarrowScreen {
  readonly key: string;
  readonly narrow: Narrow;
  readonly place: Place;
  readonly near: number | undefined;
  readonly isMixed: boolean;
  readonly isConversation: boolean;
  /** It is looked at, not read. */
  readonly isLookup: boolean;
  readonly emptyText: string;
}

function emptyTextOf({ kind }: Place): string {
  if (kind === 'starred') return t('feed.emptyStarred');
  if (kind === 'mentions') return t('feed.emptyMentions');
  return kind === 'search' ? t('feed.emptySearch') : t('feed.empty');
}

/** Screens with the same key show the same. */
export function screenKey(narrow: Narrow, near?: number): string {
  return `${narrowKey(narrow)} ${near ?? ''}`;
}

export function narrowScreen(
  { terms }: Extract<View, { kind: 'narrow' }>,
  ownId: number,
  isVisitor: boolean,
): NarrowScreen {
  const place = placeOf(terms, ownId);
  const near = nearOf(terms);
  // What is muted stands in no collection of everything.
  const narrow =
    place.kind === 'combined' && !isVisitor ? [{ ...term('is', 'muted'), isNegated: true }] : terms;
  const isConversation = place.kind === 'topic' || place.kind === 'direct';
  return {
    key: screenKey(narrow, near),
    narrow,
    place,
    near,
    isMixed: !isConversation,
    isConversation,
    isLookup: near !== undefined || place.kind === 'search' || place.kind === 'starred',
    emptyText: emptyTextOf(place),
  };
}

/** The message that a link follows wherever it is moved. */
function followed(terms: Narrow): number | undefined {
  const operand = terms.find(({ operator }) => operator === 'with')?.operand;
  return operand !== undefined && /^\d{1,15}$/.test(operand) ? Number(operand) : undefined;
}

/** The terms with ids for the names of channels, which links of long ago hold. */
function withChannelIds(terms: Narrow, { subscriptions, unsubscribed, never_subscribed }: State): Narrow {
  const channels = [subscriptions, unsubscribed, never_subscribed].flatMap((list) => list ?? []);
  return terms.map((one) => {
    if (one.operator !== 'channel' || /^\d+$/.test(one.operand)) return one;
    const name = one.operand.toLowerCase();
    const channel = channels.find((known) => known.name.toLowerCase() === name);
    return channel ? { ...one, operand: String(channel.stream_id) } : one;
  });
}

/** Whether the address of the view is another one: it follows a message, or names a channel by its name. */
export function leadsOn(terms: Narrow, state: State): boolean {
  return followed(terms) !== undefined || narrowKey(withChannelIds(terms, state)) !== narrowKey(terms);
}

/** That address: of the conversation that a followed message is in now, and with ids of channels. */
export async function addressFollowing(terms: Narrow, organization: Organization): Promise<string> {
  const id = followed(terms);
  const known = withChannelIds(terms, organization.state);
  const rest = known.filter(({ operator }) => operator !== 'with');
  const message = id === undefined ? undefined : await found(id, organization);
  const narrow = message ? narrowOf(conversationOf(message, organization.ownId)) : rest;
  return addressOfNarrow(narrow, organization.state);
}

async function found(id: number, organization: Organization): Promise<Message | undefined> {
  const { client, messages, ownId, state, isVisitor } = organization;
  const held = messages.store.get(id);
  if (held && isToldOf(narrowOf(conversationOf(held, ownId)), state, isVisitor)) return held;
  const answer = await client
    .call('get-messages', {
      narrow: wireNarrow([term('with', id)]),
      anchor: String(id),
      num_before: 0,
      num_after: 0,
      client_gravatar: false,
      allow_empty_topic_name: true,
    })
    // Without a network it is not known whether there is such a message: then it is looked for by its place.
    .catch(() => undefined);
  return answer?.messages.find((one) => one.id === id) ?? held;
}

type Topic = Extract<Place, { kind: 'topic' }>;

/** Where the topic in view went: when all of it was moved, or nothing of it is left; undefined where it stays. */
export function movedTo(place: Place, update: MessageUpdate, isEmpty: boolean): Topic | undefined {
  const { orig_subject: from, stream_id: channelId, subject = from, new_stream_id = channelId } = update;
  if (place.kind !== 'topic' || from === undefined || channelId === undefined) return undefined;
  if (!isSamePlace(place, { kind: 'topic', channelId, topic: from })) return undefined;
  if (update.propagate_mode !== 'change_all' && !isEmpty) return undefined;
  const to: Topic = { kind: 'topic', channelId: new_stream_id ?? channelId, topic: subject ?? from };
  return isSamePlace(place, to) ? undefined : to;
}
