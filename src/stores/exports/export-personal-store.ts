// Personal data of accounts for exports that may include it: one statement per table for many accounts at
// once.

import { sql } from 'kysely';
import { FlagBit } from '../../model/messages/message-flags.ts';
import { idsOf } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

type Row = Readonly<Record<string, unknown>> & { readonly account_id: number };

type Tables = Readonly<Record<string, Map<number, unknown[]>>>;

/** Rows grouped by account, without the account column. */
function byAccount(rows: readonly Row[]): Map<number, unknown[]> {
  const result = new Map<number, unknown[]>();
  for (const { account_id: id, ...rest } of rows) {
    const present = result.get(id);
    if (present) present.push(rest);
    else result.set(id, [rest]);
  }
  return result;
}

/** Settings for channels, topics, people and alert words. */
async function choices({ db, engine }: Reader, json: string): Promise<Tables> {
  const ids = idsOf(engine, json);
  const subscriptions = await db
    .selectFrom('subscription')
    .select([
      'account_id',
      'channel_id as stream_id',
      'color',
      'is_muted',
      'pin_to_top',
      'desktop_notifications',
      'audible_notifications',
      'push_notifications',
      'email_notifications',
      'wildcard_mentions_notify',
    ])
    .where('account_id', 'in', ids)
    .where('is_active', '=', 1)
    .orderBy('channel_id')
    .execute();
  const userTopics = await db
    .selectFrom('user_topic')
    .select([
      'account_id',
      'channel_id as stream_id',
      'topic_name',
      'visibility_policy',
      'updated_at as last_updated',
    ])
    .where('account_id', 'in', ids)
    .orderBy('updated_at')
    .orderBy('channel_id')
    .orderBy('topic_key')
    .execute();
  const mutedUsers = await db
    .selectFrom('muted_user')
    .select(['account_id', 'muted_account_id as id', 'muted_at as timestamp'])
    .where('account_id', 'in', ids)
    .orderBy('muted_at')
    .orderBy('muted_account_id')
    .execute();
  const alertWords = await db
    .selectFrom('alert_word')
    .select(['account_id', 'word'])
    .where('account_id', 'in', ids)
    .orderBy('word_key')
    .execute();
  return {
    subscriptions: byAccount(subscriptions),
    user_topics: byAccount(userTopics),
    muted_users: byAccount(mutedUsers),
    alert_words: byAccount(alertWords),
  };
}

/** Unsent texts and starred messages. */
async function writing({ db, engine }: Reader, json: string): Promise<Tables> {
  const ids = idsOf(engine, json);
  const drafts = await db
    .selectFrom('draft')
    .select(['account_id', 'id', 'type', 'recipient_ids', 'topic', 'content', 'edited_at as timestamp'])
    .where('account_id', 'in', ids)
    .orderBy('id')
    .execute();
  const snippets = await db
    .selectFrom('saved_snippet')
    .select(['account_id', 'id', 'title', 'content', 'created_at as date_created'])
    .where('account_id', 'in', ids)
    .orderBy('id')
    .execute();
  const scheduled = await db
    .selectFrom('scheduled_message')
    .select([
      'sender_id as account_id',
      'id as scheduled_message_id',
      'channel_id as stream_id',
      'topic',
      'recipient_ids',
      'content',
      'due_at as scheduled_delivery_timestamp',
    ])
    .where('sender_id', 'in', ids)
    .orderBy('id')
    .execute();
  const starred = await db
    .selectFrom('personal_message')
    .select(['account_id', 'message_id'])
    .where('account_id', 'in', ids)
    .where(sql<boolean>`(flags & ${sql.lit(FlagBit.starred)}) <> 0`)
    .orderBy('message_id')
    .execute();
  return {
    drafts: byAccount(drafts),
    saved_snippets: byAccount(snippets),
    scheduled_messages: byAccount(scheduled),
    starred_messages: byAccount(starred),
  };
}

/** The personal data of accounts, by table and account. */
export async function personalRows(reader: Reader, accountIds: readonly number[]): Promise<Tables> {
  const json = JSON.stringify(accountIds);
  return { ...(await choices(reader, json)), ...(await writing(reader, json)) };
}
