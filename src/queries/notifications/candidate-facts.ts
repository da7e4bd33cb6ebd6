// Reads the facts about messages that determine whom they may notify: mentions, topic policies, muted senders and direct
// conversations, and subscriptions. It takes a few statements for many messages, and none of them goes through the
// subscribers of a channel one by one unless a message mentions all of them.

import { nowSeconds } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import { peopleOf } from '../../model/conversations/direct-key.ts';
import { isInGroup } from '../../model/groups/user-group.ts';
import { parseIds } from '../../model/id-column.ts';
import { FlagBit } from '../../model/messages/message-flags.ts';
import type { MessageHead } from '../../model/messages/message-row.ts';
import { textKey } from '../../model/text-key.ts';
import { VisibilityPolicy } from '../../model/user-topics/visibility-policy.ts';
import type { Reader } from '../../storage/reader-writer.ts';
import { mutersOfDirect } from '../../stores/muted-direct-conversations/muted-direct-store.ts';
import {
  allSubscribers,
  massMentions,
  mentionedBy,
  mutersOf,
  type NotificationSubscription,
  namedSubscribers,
  policiesIn,
  type SubscriberStatement,
} from '../../stores/notifications/candidate-statements.ts';
import type { OrganizationState } from '../state/organization-state.ts';

const json = (values: Iterable<unknown>) => JSON.stringify([...new Set(values)]);
/** Two ids, or an id and a text, as one key. */
export const pair = (a: number, b: number | string) => `${a} ${b}`;

/** A medium of notifications, such as mail, with the facts that limit whom it can reach. */
export interface Medium {
  /** Reads the subscribers who chose it for a channel. */
  readonly choosers: SubscriberStatement;
  /** The personal setting that chooses it for all channels. */
  readonly setting: 'enable_stream_email_notifications' | 'enable_stream_push_notifications';
  /** The only accounts that can be reached; undefined: all. */
  readonly among: ReadonlySet<number> | undefined;
}

/** The facts about some messages. */
export interface CandidateFacts {
  /** The mentions by name or through a group, as keys `message account`. */
  readonly mentioned: ReadonlySet<string>;
  /** The mentions of a topic's participants, as keys `message account`. */
  readonly inTopic: ReadonlySet<string>;
  /** By `channel topic-key`, then by account. */
  readonly policies: ReadonlyMap<string, ReadonlyMap<number, VisibilityPolicy>>;
  /** The accounts that muted a sender, as keys `sender account`. */
  readonly muting: ReadonlySet<string>;
  /** The accounts that muted a direct conversation, as keys `account direct-key`. */
  readonly mutingDirect: ReadonlySet<string>;
  /** By channel, then by account. */
  readonly subscriptions: ReadonlyMap<number, ReadonlyMap<number, NotificationSubscription>>;
}

/** Reads the facts; the number of `heads` must be bounded. */
export async function readCandidateFacts(
  reader: Reader,
  state: OrganizationState,
  heads: readonly MessageHead[],
  medium: Medium,
): Promise<CandidateFacts> {
  const mentioned = new Set<string>();
  const inTopic = new Set<string>();
  const concerned = new Set<number>();
  const add = (into: Set<string>, messageId: number, accountId: number) => {
    into.add(pair(messageId, accountId));
    concerned.add(accountId);
  };
  for (const row of await mentionedBy.all(reader, { ids: json(heads.map(({ id }) => id)) }))
    if ((row.flags & FlagBit.mentioned) !== 0) add(mentioned, row.message_id, row.account_id);
  const idsWithMentions = heads.filter((head) => head.has_mention_row === 1).map(({ id }) => id);
  for (const row of idsWithMentions.length > 0
    ? await massMentions.all(reader, { ids: json(idsWithMentions) })
    : []) {
    for (const id of parseIds(row.topic_participant_ids)) add(inTopic, row.message_id, id);
    for (const id of membersOfGroups(state, medium, parseIds(row.group_ids)))
      add(mentioned, row.message_id, id);
  }
  const policies = await readPolicies(reader, heads);
  for (const [, byAccount] of policies)
    for (const [id, policy] of byAccount) if (policy === VisibilityPolicy.followed) concerned.add(id);
  for (const account of reachable(state, medium))
    if (account.isActive && account.settings[medium.setting]) concerned.add(account.id);
  const muting = await mutersOf.all(reader, { ids: json(heads.map((head) => head.sender_id)) });
  return {
    mentioned,
    inTopic,
    policies,
    muting: new Set(muting.map((row) => pair(row.muted_account_id, row.account_id))),
    mutingDirect: await readMutingDirect(reader, heads),
    subscriptions: await readSubscriptions(reader, heads, concerned, medium),
  };
}

/** The accounts that can be reached; if they are few, no others are checked. */
function reachable(state: OrganizationState, { among }: Medium): Iterable<Account> {
  return among ? [...among].flatMap((id) => state.account(id) ?? []) : state.accounts.values();
}

function membersOfGroups(state: OrganizationState, medium: Medium, groupIds: readonly number[]): number[] {
  if (groupIds.length === 0) return [];
  const now = nowSeconds();
  const isIn = (account: Account) => groupIds.some((id) => isInGroup(state, id, account, now));
  return [...reachable(state, medium)].filter(isIn).map(({ id }) => id);
}

async function readPolicies(
  reader: Reader,
  heads: readonly MessageHead[],
): Promise<Map<string, Map<number, VisibilityPolicy>>> {
  const result = new Map<string, Map<number, VisibilityPolicy>>();
  const inChannels = heads.filter((head) => head.channel_id !== null);
  if (inChannels.length === 0) return result;
  const values = {
    channels: json(inChannels.map((head) => head.channel_id)),
    keys: json(inChannels.map((head) => textKey(head.topic_name))),
  };
  for (const row of await policiesIn.all(reader, values)) {
    const topicKey = pair(row.channel_id, row.topic_key);
    const policyByAccount = result.get(topicKey) ?? new Map<number, VisibilityPolicy>();
    result.set(topicKey, policyByAccount.set(row.account_id, row.visibility_policy as VisibilityPolicy));
  }
  return result;
}

async function readMutingDirect(reader: Reader, heads: readonly MessageHead[]): Promise<Set<string>> {
  const keys = heads.flatMap((head) => head.direct_key ?? []);
  const rows = await mutersOfDirect(reader, keys.flatMap(peopleOf), keys);
  return new Set(rows.map((row) => pair(row.account_id, row.direct_key)));
}

async function readSubscriptions(
  reader: Reader,
  heads: readonly MessageHead[],
  concerned: ReadonlySet<number>,
  { choosers, among }: Medium,
): Promise<Map<number, Map<number, NotificationSubscription>>> {
  const result = new Map<number, Map<number, NotificationSubscription>>();
  const inChannels = heads.filter((head) => head.channel_id !== null);
  if (inChannels.length === 0) return result;
  const channels = json(inChannels.map((head) => head.channel_id));
  const mentionedChannels = inChannels
    .filter((head) => head.mentions_channel === 1)
    .map((head) => head.channel_id);
  // If few can be reached, a mention of a whole channel checks only those few.
  const accountIds = among
    ? [...(mentionedChannels.length > 0 ? among : concerned)].filter((id) => among.has(id))
    : [...concerned];
  const chosenIn = among && mentionedChannels.length > 0 ? [] : inChannels.map((head) => head.channel_id);
  const wantsAll = mentionedChannels.length > 0 && among === undefined;
  const rows = [
    ...(accountIds.length > 0
      ? await namedSubscribers.all(reader, { accounts: json(accountIds), channels })
      : []),
    ...(chosenIn.length > 0 ? await choosers.all(reader, { channels: json(chosenIn) }) : []),
    ...(wantsAll ? await allSubscribers.all(reader, { channels: json(mentionedChannels) }) : []),
  ];
  for (const row of rows) {
    const subscriptions = result.get(row.channel_id) ?? new Map<number, NotificationSubscription>();
    result.set(row.channel_id, subscriptions.set(row.account_id, row));
  }
  return result;
}
