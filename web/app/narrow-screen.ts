// Decisions about a narrow before it is shown: its messages, whether viewing marks them as read, the text
// when it is empty, and where a link that follows a message leads now.

import type { State } from '../../client/state/state.ts';
import type { IconName } from '../components/icon-names.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import type { View } from '../lib/address.ts';
import { isLive } from '../store/live-narrows.ts';
import type { Message, MessageUpdate } from '../store/message.ts';
import { type Narrow, narrowKey, nearOf, wireNarrow } from '../store/narrow.ts';
import {
  addressOfNarrow,
  conversationOf,
  isSameTarget,
  type NarrowTarget,
  narrowOf,
  narrowTargetOf,
  term,
} from '../store/narrow-targets.ts';

/** Shown in a view without messages. */
interface EmptyText {
  readonly icon: IconName;
  readonly title: string;
  readonly text?: string;
}

export interface NarrowScreen {
  readonly key: string;
  readonly narrow: Narrow;
  readonly target: NarrowTarget;
  readonly near: number | undefined;
  readonly isMixed: boolean;
  readonly isConversation: boolean;
  /** Whether messages are only looked up, not marked as read. */
  readonly isLookup: boolean;
  readonly emptyText: EmptyText;
}

function emptyTextOf({ kind }: NarrowTarget): EmptyText {
  switch (kind) {
    case 'starred':
      return { icon: 'star', title: t('messageList.emptyStarred'), text: t('messageList.emptyStarredText') };
    case 'mentions':
      return {
        icon: 'mention',
        title: t('messageList.emptyMentions'),
        text: t('messageList.emptyMentionsText'),
      };
    case 'search':
      return { icon: 'search', title: t('messageList.emptySearch') };
    default:
      return { icon: 'message', title: t('messageList.empty') };
  }
}

/** Screens with equal keys show the same. */
export function screenKey(narrow: Narrow, near?: number): string {
  return `${narrowKey(narrow)} ${near ?? ''}`;
}

export function narrowScreen(
  { terms }: Extract<View, { kind: 'narrow' }>,
  ownId: number,
  isAnonymous: boolean,
): NarrowScreen {
  const target = narrowTargetOf(terms, ownId);
  const near = nearOf(terms);
  // Muted topics are left out of the combined feed.
  const narrow =
    target.kind === 'combined' && !isAnonymous ? [{ ...term('is', 'muted'), isNegated: true }] : terms;
  const isConversation = target.kind === 'topic' || target.kind === 'direct';
  return {
    key: screenKey(narrow, near),
    narrow,
    target,
    near,
    isMixed: !isConversation,
    isConversation,
    isLookup: near !== undefined || target.kind === 'search' || target.kind === 'starred',
    emptyText: emptyTextOf(target),
  };
}

/** The message that a link follows wherever it is moved. */
function followedId(terms: Narrow): number | undefined {
  const operand = terms.find(({ operator }) => operator === 'with')?.operand;
  return operand !== undefined && /^\d{1,15}$/.test(operand) ? Number(operand) : undefined;
}

/** Replaces channel names by ids, for old links. */
function withChannelIds(terms: Narrow, { subscriptions, unsubscribed, never_subscribed }: State): Narrow {
  const channels = [subscriptions, unsubscribed, never_subscribed].flatMap((list) => list ?? []);
  return terms.map((term) => {
    if (term.operator !== 'channel' || /^\d+$/.test(term.operand)) return term;
    const name = term.operand.toLowerCase();
    const channel = channels.find((candidate) => candidate.name.toLowerCase() === name);
    return channel ? { ...term, operand: String(channel.stream_id) } : term;
  });
}

/** Whether the view's address is outdated: it follows a message, or names a channel by name. */
export function isRedirect(terms: Narrow, state: State): boolean {
  return followedId(terms) !== undefined || narrowKey(withChannelIds(terms, state)) !== narrowKey(terms);
}

/** The current address: of the conversation that a followed message is in now, with channel ids. */
export async function redirectAddress(terms: Narrow, organization: Organization): Promise<string> {
  const id = followedId(terms);
  const withIds = withChannelIds(terms, organization.state);
  const withoutMessage = withIds.filter(({ operator }) => operator !== 'with');
  const message = id === undefined ? undefined : await findMessage(id, organization);
  const narrow = message ? narrowOf(conversationOf(message, organization.ownId)) : withoutMessage;
  return addressOfNarrow(narrow, organization.state);
}

async function findMessage(id: number, organization: Organization): Promise<Message | undefined> {
  const { client, messages, ownId, state, isAnonymous } = organization;
  const cached = messages.store.get(id);
  if (cached && isLive(narrowOf(conversationOf(cached, ownId)), state, isAnonymous)) return cached;
  const answer = await client
    .call('get-messages', {
      narrow: wireNarrow([term('with', id)]),
      anchor: String(id),
      num_before: 0,
      num_after: 0,
      client_gravatar: false,
      allow_empty_topic_name: true,
    })
    // Offline it is unknown whether the message exists; then its last known conversation is used.
    .catch(() => undefined);
  return answer?.messages.find((message) => message.id === id) ?? cached;
}

type Topic = Extract<NarrowTarget, { kind: 'topic' }>;

/** The new topic if the topic in view was moved as a whole or nothing of it is left; undefined if it stays. */
export function topicMovedTo(view: NarrowTarget, update: MessageUpdate, isEmpty: boolean): Topic | undefined {
  const { orig_subject: from, stream_id: channelId, subject = from, new_stream_id = channelId } = update;
  if (view.kind !== 'topic' || from === undefined || channelId === undefined) return undefined;
  if (!isSameTarget(view, { kind: 'topic', channelId, topic: from })) return undefined;
  if (update.propagate_mode !== 'change_all' && !isEmpty) return undefined;
  const to: Topic = { kind: 'topic', channelId: new_stream_id ?? channelId, topic: subject ?? from };
  return isSameTarget(view, to) ? undefined : to;
}
