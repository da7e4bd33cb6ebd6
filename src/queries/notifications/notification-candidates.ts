// The candidates that messages may notify: the accounts for which any trigger could apply, with the facts
// that decide (`notification-rules.ts`). The facts are read shortly after sending.

import type { Account } from '../../model/accounts/account.ts';
import { systemBotId } from '../../model/accounts/system-bots.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { channelNotificationSettings } from '../../model/notifications/channel-notification-settings.ts';
import type { NotificationFacts } from '../../model/notifications/notification-rules.ts';
import { textKey } from '../../model/text-key.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { peopleOf } from '../../stores/conversations/conversation-store.ts';
import { mailedSubscribers, pushedSubscribers } from '../../stores/notifications/candidate-statements.ts';
import type { OrganizationState } from '../state/organization-state.ts';
import { type CandidateFacts, type Medium, pair, readCandidateFacts } from './candidate-facts.ts';

/** An account and a message. */
export interface NotificationCandidate {
  readonly account: Account;
  readonly message: MessageHead;
  readonly facts: NotificationFacts;
}

/**
 * The accounts that one of the messages may notify by mail, of all accounts or of those in `among`; the number of
 * `heads` must be bounded.
 */
export async function mailCandidates(
  reader: Reader,
  state: OrganizationState,
  heads: readonly MessageHead[],
  among?: ReadonlySet<number>,
): Promise<NotificationCandidate[]> {
  return candidatesFor(reader, state, heads, {
    choosers: mailedSubscribers,
    setting: 'enable_stream_email_notifications',
    among,
  });
}

/** The accounts that one of the messages may notify on their phones, of the accounts in `owners`, who have one. */
export async function pushCandidates(
  reader: Reader,
  state: OrganizationState,
  heads: readonly MessageHead[],
  owners: ReadonlySet<number>,
): Promise<NotificationCandidate[]> {
  return candidatesFor(reader, state, heads, {
    choosers: pushedSubscribers,
    setting: 'enable_stream_push_notifications',
    among: owners,
  });
}

async function candidatesFor(
  reader: Reader,
  state: OrganizationState,
  heads: readonly MessageHead[],
  medium: Medium,
): Promise<NotificationCandidate[]> {
  if (heads.length === 0) return [];
  const candidateFacts = await readCandidateFacts(reader, state, heads, medium);
  const bots = { notices: systemBotId(state, 'notification'), welcome: systemBotId(state, 'welcome') };
  return heads.flatMap((message) => {
    const ids =
      message.channel_id === null
        ? peopleOf(message.direct_key ?? '')
        : (candidateFacts.subscriptions.get(message.channel_id)?.keys() ?? []);
    return [...ids].flatMap((id) => {
      const account = state.account(id);
      if (!account?.isActive || account.isBot) return [];
      if (medium.among?.has(id) === false) return [];
      return [
        { account, message, facts: factsOf(candidateFacts, message, account, isSilent(message, bots)) },
      ];
    });
  });
}

/** Notices about a channel in the channel, and the welcome message to new people, notify no one. */
function isSilent(
  { channel_id, sender_id }: MessageHead,
  bots: { readonly notices: number; readonly welcome: number },
): boolean {
  return channel_id === null ? sender_id === bots.welcome : sender_id === bots.notices;
}

function factsOf(
  candidateFacts: CandidateFacts,
  message: MessageHead,
  account: Account,
  isSilent: boolean,
): NotificationFacts {
  const channelSettings =
    message.channel_id === null
      ? undefined
      : candidateFacts.subscriptions.get(message.channel_id)?.get(account.id);
  const topicKey = pair(message.channel_id ?? 0, textKey(message.topic_name));
  const own = pair(message.id, account.id);
  return {
    isSender: message.sender_id === account.id,
    isBot: account.isBot,
    hasMutedSender: candidateFacts.muting.has(pair(message.sender_id, account.id)),
    isSilent,
    isMentioned: candidateFacts.mentioned.has(own),
    isMentionedInTopic: candidateFacts.inTopic.has(own),
    isMentionedInChannel: message.mentions_channel === 1,
    channelSettings:
      channelSettings &&
      channelNotificationSettings(channelSettings, candidateFacts.policies.get(topicKey)?.get(account.id)),
    isDirectMessage: message.channel_id === null,
    isDirectMuted: candidateFacts.mutingDirect.has(pair(account.id, message.direct_key ?? '')),
    settings: account.settings,
  };
}
