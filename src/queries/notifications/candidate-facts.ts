// What is read about messages to find whom they may notify: mentions, policies for their topics, who has muted their
// senders, and how people stand to their channels. A few statements for many messages at once, and none of them looks
// at the subscribers of a channel one by one unless a message mentions all of them.

import { nowSeconds } from '../../api-contract/time.ts';
import type { Account } from '../../model/accounts/account.ts';
import { isInGroup } from '../../model/groups/group.ts';
import { idsFrom } from '../../model/id-column.ts';
import { FlagBit } from '../../model/messages/flags.ts';
import type { MessageHead } from '../../model/messages/row.ts';
import { textKey } from '../../model/text-key.ts';
import { VisibilityPolicy } from '../../model/user-topics/policy.ts';
import type { Reader } from '../../storage/session.ts';
import {
  allSubscribers,
  type ChosenSubscribers,
  mentionedBy,
  mentionsOfMany,
  mutersOf,
  namedSubscribers,
  policiesIn,
  type Standing,
} from '../../stores/notifications/candidate-statements.ts';
import type { OrganizationState } from '../state/organization-state.ts';

const json = (values: Iterable<unknown>) => JSON.stringify([...new Set(values)]);
/** Two ids, or an id and a text, as one key. */
export const pair = (a: number, b: number | string) => `${a} ${b}`;

/** One of the ways in which people are notified, as far as it decides who is looked at. */
export interface Medium {
  /** Subscribers who chose it for a channel. */
  readonly choosers: ChosenSubscribers;
  /** The personal setting that chooses it for all channels. */
  readonly setting: 'enable_stream_email_notifications' | 'enable_stream_push_notifications';
  /** Nobody else can be reached; undefined: everybody can. */
  readonly among: ReadonlySet<number> | undefined;
}

/** What was read about some messages. */
export interface CandidateFacts {
  /** `message account`: by name or through a group. */
  readonly mentioned: ReadonlySet<string>;
  readonly inTopic: ReadonlySet<string>;
  /** By `channel topic-key`, then account. */
  readonly policies: ReadonlyMap<string, ReadonlyMap<number, VisibilityPolicy>>;
  /** `sender account`. */
  readonly muting: ReadonlySet<string>;
  /** By channel, then account. */
  readonly standings: ReadonlyMap<number, ReadonlyMap<number, Standing>>;
}

/** Reads it; `heads` are a bounded number. */
export async function readCandidateFacts(
  reader: Reader,
  state: OrganizationState,
  heads: readonly MessageHead[],
  medium: Medium,
): Promise<CandidateFacts> {
  const mentioned = new Set<string>();
  const inTopic = new Set<string>();
  const named = new Set<number>();
  const note = (into: Set<string>, messageId: number, accountId: number) => {
    into.add(pair(messageId, accountId));
    named.add(accountId);
  };
  for (const row of await mentionedBy.all(reader, { ids: json(heads.map(({ id }) => id)) }))
    if ((row.flags & FlagBit.mentioned) !== 0) note(mentioned, row.message_id, row.account_id);
  const many = heads.filter((head) => head.has_mention_row === 1).map(({ id }) => id);
  for (const row of many.length > 0 ? await mentionsOfMany.all(reader, { ids: json(many) }) : []) {
    for (const id of idsFrom(row.topic_participant_ids)) note(inTopic, row.message_id, id);
    for (const id of membersOfGroups(state, medium, idsFrom(row.group_ids)))
      note(mentioned, row.message_id, id);
  }
  const policies = await readPolicies(reader, heads);
  for (const [, byAccount] of policies)
    for (const [id, policy] of byAccount) if (policy === VisibilityPolicy.followed) named.add(id);
  for (const account of reachable(state, medium))
    if (account.isActive && account.settings[medium.setting]) named.add(account.id);
  const muting = await mutersOf.all(reader, { ids: json(heads.map((head) => head.sender_id)) });
  return {
    mentioned,
    inTopic,
    policies,
    muting: new Set(muting.map((row) => pair(row.muted_account_id, row.account_id))),
    standings: await readStandings(reader, heads, named, medium),
  };
}

/** Everybody who can be reached; where few can, nobody else is looked at. */
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
  const placed = heads.filter((head) => head.channel_id !== null);
  if (placed.length === 0) return result;
  const values = {
    channels: json(placed.map((head) => head.channel_id)),
    keys: json(placed.map((head) => textKey(head.topic_name))),
  };
  for (const row of await policiesIn.all(reader, values)) {
    const place = pair(row.channel_id, row.topic_key);
    const present = result.get(place) ?? new Map<number, VisibilityPolicy>();
    result.set(place, present.set(row.account_id, row.visibility_policy as VisibilityPolicy));
  }
  return result;
}

async function readStandings(
  reader: Reader,
  heads: readonly MessageHead[],
  named: ReadonlySet<number>,
  { choosers, among }: Medium,
): Promise<Map<number, Map<number, Standing>>> {
  const result = new Map<number, Map<number, Standing>>();
  const placed = heads.filter((head) => head.channel_id !== null);
  if (placed.length === 0) return result;
  const channels = json(placed.map((head) => head.channel_id));
  const whole = placed.filter((head) => head.mentions_channel === 1).map((head) => head.channel_id);
  // Where few can be reached, a mention of a whole channel looks at those few.
  const asked = among ? [...(whole.length > 0 ? among : named)].filter((id) => among.has(id)) : [...named];
  const chosenIn = among && whole.length > 0 ? [] : placed.map((head) => head.channel_id);
  const wantsAll = whole.length > 0 && among === undefined;
  const rows = [
    ...(asked.length > 0 ? await namedSubscribers.all(reader, { accounts: json(asked), channels }) : []),
    ...(chosenIn.length > 0 ? await choosers.all(reader, { channels: json(chosenIn) }) : []),
    ...(wantsAll ? await allSubscribers.all(reader, { channels: json(whole) }) : []),
  ];
  for (const row of rows) {
    const present = result.get(row.channel_id) ?? new Map<number, Standing>();
    result.set(row.channel_id, present.set(row.account_id, row));
  }
  return result;
}
