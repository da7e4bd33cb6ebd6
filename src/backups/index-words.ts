// Builds the search index of all messages. It is specific to each engine and not part of a backup.

import { plainText } from '../markdown/plain-text.ts';
import { searchWords } from '../model/search/search-words.ts';
import type { Statements } from '../storage/rows/table-structure.ts';
import { insertManyWords } from '../stores/search/search-store.ts';
import type { Progress } from './backup-error.ts';

const MESSAGES_AT_ONCE = 500;

interface MessageToIndex {
  readonly id: number;
  readonly organization_id: number;
  readonly rendered_content: string;
  readonly topic_name: string;
}

/** Indexes all messages above an id, on a connection without other writers; `saveProgress` is called after each page. */
export async function indexAllWords(
  target: Statements,
  progress: Progress,
  { above = 0, saveProgress }: { readonly above?: number; readonly saveProgress?: () => Promise<void> } = {},
): Promise<void> {
  const placeholder = target.engine === 'sqlite' ? '?' : '$1';
  const sql = `select m.id, m.organization_id, m.rendered_content, c.topic_name
    from message as m join conversation as c on c.id = m.conversation_id
    where m.id > ${placeholder} order by m.id limit ${MESSAGES_AT_ONCE}`;
  let last = above;
  let indexedMessages = 0;
  for (;;) {
    const rows = (await target.execute(sql, [last])).map(messageOf);
    for (const [organizationId, own] of Map.groupBy(rows, (row) => row.organization_id)) {
      const words = own.map(({ id, rendered_content, topic_name }) => ({
        id,
        words: searchWords(`${plainText(rendered_content)}\n${topic_name}`),
      }));
      await insertManyWords(target, organizationId, words);
    }
    last = rows.at(-1)?.id ?? last;
    indexedMessages += rows.length;
    await saveProgress?.();
    progress('words', indexedMessages, undefined);
    if (rows.length < MESSAGES_AT_ONCE) return;
  }
}

function messageOf(row: Record<string, unknown>): MessageToIndex {
  return {
    id: Number(row.id),
    organization_id: Number(row.organization_id),
    rendered_content: String(row.rendered_content),
    topic_name: String(row.topic_name),
  };
}
