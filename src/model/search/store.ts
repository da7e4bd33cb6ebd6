// The full-text index: for each message the stems of its text and topic, in FTS5 or as a `tsvector`.

import type { Reader, Writer } from '../../storage/session.ts';
import { searchWords } from './words.ts';

/** Stems hold letters of any script; joined by spaces they are what the engines store. */
function storedWords(text: string): string[] {
  return searchWords(text);
}

/** Indexes a new message by its visible text and its topic. */
export async function indexMessage(writer: Writer, messageId: number, visibleText: string, topic: string): Promise<void> {
  const words = storedWords(`${visibleText}\n${topic}`);
  if (words.length === 0) return;
  if (writer.engine === 'sqlite') {
    await writer.execute('insert into message_words (rowid, words) values (?, ?)', [messageId, words.join(' ')]);
  } else {
    await writer.execute('insert into message_words (message_id, words) values ($1, array_to_tsvector($2::text[]))', [
      messageId,
      words,
    ]);
  }
}

/** Takes messages out of the index; before they are deleted or indexed anew. */
export async function unindexMessages(writer: Writer, messageIds: readonly number[]): Promise<void> {
  if (messageIds.length === 0) return;
  if (writer.engine === 'sqlite') {
    await writer.execute('delete from message_words where rowid in (select value from json_each(?))', [
      JSON.stringify(messageIds),
    ]);
  } else {
    await writer.execute('delete from message_words where message_id = any($1::bigint[])', [messageIds]);
  }
}

/** The condition that a message (by the column `message.id`) holds all stems, as SQL with one parameter. */
export function matchCondition(
  engine: Reader['engine'],
  stems: readonly string[],
): { readonly sql: string; readonly value: unknown } {
  if (engine === 'sqlite') {
    const query = stems.map((stem) => `"${stem.replaceAll('"', '""')}"`).join(' ');
    return { sql: 'message.id in (select rowid from message_words where message_words match ?)', value: query };
  }
  const query = stems.map((stem) => `'${stem.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`).join(' & ');
  return { sql: 'message.id in (select message_id from message_words where words @@ $::tsquery)', value: query };
}
