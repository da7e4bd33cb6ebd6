// Writes subscriptions with their periods, conversations and reactions: many small rows, in units of bounded size.
// An interrupted stage is written again from its beginning.

import type { BulkTable } from '../../storage/bulk.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';
import { importTables as tables } from '../../stores/imports/import-tables.ts';
import type { ImportedDirectory, ImportedSubscription } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';
import type { ArchiveReader } from '../records/reader.ts';
import { SeenPairs } from './duplicate-pairs.ts';
import type { Ids } from './ids.ts';
import type { ImportPlan } from './plan.ts';
import { RowsByTable } from './rows.ts';
import type { Survey } from './survey.ts';

/** Rows per unit of work. */
const ROWS_PER_UNIT = 5000;

type OrganizationTable = {
  [T in keyof Schema]: Schema[T] extends { organization_id: unknown } ? T : never;
}[keyof Schema];

type Row = Parameters<RowsByTable['add']>[1];

/** The context for writing relations. */
export interface RelationContext {
  readonly database: ParleyDatabase;
  /** Runs a unit of work of the organization; throws if the import is no longer in its stage. */
  readonly write: <T>(unit: (writer: Writer) => Promise<T>) => Promise<T>;
  readonly reader: ArchiveReader;
  readonly directory: ImportedDirectory;
  readonly survey: Survey;
  readonly plan: ImportPlan;
  readonly ids: Ids;
  readonly notes: Notes;
}

/** Removes the rows that an interrupted stage has left in tables. */
async function emptyTables(
  { write, ids }: RelationContext,
  names: readonly OrganizationTable[],
): Promise<void> {
  await write(async (writer) => {
    for (const name of names)
      await writer.db.deleteFrom(name).where('organization_id', '=', ids.organizationId).execute();
  });
}

/** Writes a sequence of rows. */
async function insertAll(
  { write: writeUnit, ids }: RelationContext,
  rows: AsyncIterable<readonly [BulkTable, Row]> | Iterable<readonly [BulkTable, Row]>,
): Promise<void> {
  const organization = { organization_id: ids.organizationId };
  let batch = new RowsByTable();
  let count = 0;
  const write = async () => {
    const full = batch;
    batch = new RowsByTable();
    count = 0;
    await writeUnit((writer) => full.insert(writer));
  };
  for await (const [table, row] of rows) {
    batch.add(table, { ...organization, ...row });
    if (++count >= ROWS_PER_UNIT) await write();
  }
  if (count > 0) await write();
}

/** Writes subscriptions and their periods. */
export async function writeSubscriptions(context: RelationContext): Promise<void> {
  await emptyTables(context, ['subscription', 'subscription_period']);
  await insertAll(context, subscriptionRows(context));
  await insertAll(context, periodRows(context));
}

/** Subscriptions whose account and channel are in the archive, without duplicates. */
export async function* validSubscriptions(
  reader: ArchiveReader,
  directory: ImportedDirectory,
): AsyncGenerator<ImportedSubscription> {
  const accounts = new Set(directory.accounts.map(({ id }) => id));
  const channels = new Set(directory.channels.map(({ id }) => id));
  const seen = new Set<string>();
  for await (const batch of reader.subscriptions()) {
    for (const subscription of batch) {
      const key = `${subscription.accountId} ${subscription.channelId}`;
      if (!accounts.has(subscription.accountId) || !channels.has(subscription.channelId) || seen.has(key))
        continue;
      seen.add(key);
      yield subscription;
    }
  }
}

async function* subscriptionRows({
  reader,
  directory,
  ids,
}: RelationContext): AsyncGenerator<[BulkTable, Row]> {
  for await (const subscription of validSubscriptions(reader, directory)) {
    const row = {
      account_id: ids.account(subscription.accountId),
      channel_id: ids.of('channel', subscription.channelId),
      is_active: subscription.isActive,
      color: subscription.color,
      is_muted: subscription.isMuted,
      pin_to_top: subscription.isPinned,
      desktop_notifications: subscription.notifications.desktop,
      audible_notifications: subscription.notifications.audible,
      push_notifications: subscription.notifications.push,
      email_notifications: subscription.notifications.email,
      wildcard_mentions_notify: subscription.notifications.wildcard,
    };
    yield [tables.subscription, row];
  }
}

function* periodRows({ survey, ids }: RelationContext): Generator<[BulkTable, Row]> {
  for (const { accountId, channelId, from, to, afterId } of survey.periods) {
    const row = {
      account_id: ids.account(accountId),
      channel_id: ids.of('channel', channelId),
      from_sequence: from,
      to_sequence: to,
      after_message_id: afterId === 0 ? 0 : ids.of('message', afterId),
    };
    yield [tables.subscription_period, row];
  }
}

/** Writes the conversations of messages. */
export async function writeConversations(context: RelationContext): Promise<void> {
  await emptyTables(context, ['conversation', 'conversation_participant']);
  await insertAll(context, conversationRows(context));
}

function* conversationRows({ survey, plan, ids }: RelationContext): Generator<[BulkTable, Row]> {
  let id = plan.conversationsAfter;
  for (const conversation of survey.conversations.values()) {
    id++;
    const people = conversation.accountIds.map((account) => ids.account(account)).sort((a, b) => a - b);
    const isDirect = conversation.channelId === null;
    const row = {
      id,
      channel_id: ids.optional('channel', conversation.channelId),
      topic_key: conversation.topicKey,
      topic_name: conversation.topicName,
      direct_key: isDirect ? people.join(',') : null,
      first_message_id: ids.of('message', conversation.firstId),
      last_message_id: ids.of('message', conversation.lastId),
    };
    yield [tables.conversation, row];
    for (const account of people)
      yield [tables.conversation_participant, { conversation_id: id, account_id: account }];
  }
}

/** Writes which messages are pinned for everyone. Pinning one of them again posts no notice. */
export async function writePins(context: RelationContext): Promise<void> {
  await emptyTables(context, ['pinned_message', 'pin_notice']);
  await insertAll(context, pinRows(context));
}

function* pinRows({ survey, plan, ids }: RelationContext): Generator<[BulkTable, Row]> {
  const conversations = conversationIds(survey, plan);
  for (const { messageId, conversationKey, channelId, accountId, pinnedAt } of survey.pins) {
    const message = { message_id: ids.of('message', messageId) };
    const pin = {
      conversation_id: conversations.get(conversationKey) ?? null,
      channel_id: ids.optional('channel', channelId),
      account_id: ids.account(accountId),
      pinned_at: pinnedAt,
    };
    yield [tables.pinned_message, { ...message, ...pin }];
    if (channelId !== null) yield [tables.pin_notice, message];
  }
}

/** The ids of conversations, by key. */
export function conversationIds(survey: Survey, plan: ImportPlan): Map<string, number> {
  let id = plan.conversationsAfter;
  return new Map([...survey.conversations.keys()].map((key) => [key, ++id]));
}

export async function writeReactions(context: RelationContext): Promise<void> {
  await emptyTables(context, ['reaction']);
  await insertAll(context, reactionRows(context));
}

async function* reactionRows({
  reader,
  directory,
  survey,
  ids,
  notes,
}: RelationContext): AsyncGenerator<[BulkTable, Row]> {
  const accounts = new Set([...directory.accounts.map(({ id }) => id), ...directory.aliases.keys()]);
  const emoji = new Set(directory.emoji.map(({ id }) => id));
  const seen = new SeenPairs<string>();
  for await (const batch of reader.reactions()) {
    for (const { messageId, accountId, emojiName, emojiCode, reactionType } of batch) {
      const isCustom = reactionType === 'realm_emoji';
      if (
        !accounts.has(accountId) ||
        !survey.hasMessage(messageId) ||
        (isCustom && !emoji.has(Number(emojiCode)))
      ) {
        notes.add('reactions', 'their message, person or emoji is not in the archive');
        continue;
      }
      const account = ids.account(accountId);
      if (!seen.isNew(`${account} ${reactionType} ${emojiCode}`, messageId)) {
        notes.add('reactions', 'they are duplicates');
        continue;
      }
      const row = {
        message_id: ids.of('message', messageId),
        account_id: account,
        emoji_name: emojiName,
        emoji_code: isCustom ? String(ids.of('emoji', Number(emojiCode))) : emojiCode,
        reaction_type: reactionType,
      };
      yield [tables.reaction, row];
    }
  }
}
