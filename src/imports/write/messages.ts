// Writes the messages of an import. Other threads prepare the rows. Each unit of work writes a few thousand rows
// and the progress.

import type { BulkValue } from '../../storage/bulk.ts';
import { insertBulk } from '../../storage/bulk.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { updateImport } from '../../stores/imports/import-store.ts';
import { type MessageTable, messageTables } from '../../stores/imports/message-tables.ts';
import { indexManyWords, type MessageWords } from '../../stores/search/search-store.ts';
import { type ComposedRows, composedParts } from './composing-threads.ts';
import { storedFiles } from './files.ts';
import { idPlanOf } from './plan.ts';
import { conversationIds, type RelationContext, validSubscriptions } from './relations.ts';
import { renderingFacts } from './rendering-facts.ts';
import type { ImportTarget, Progress } from './target.ts';

/** The maximum number of values per unit of work. */
const VALUES_PER_UNIT = 120_000;

export interface MessageContext extends RelationContext {
  readonly target: ImportTarget;
  readonly progress: Progress;
}

/** The progress of writing messages. */
export interface MessagePosition {
  readonly partsDone: number;
  /** The number of written batches of the first unfinished part. */
  readonly batchesDone: number;
}

/** Rows that are written in one unit of work. */
class Unit {
  readonly #tables = new Map<MessageTable, BulkValue[]>();
  readonly #words: MessageWords[] = [];
  #values = 0;
  #messages = 0;

  add({ tables, words, messages }: ComposedRows): void {
    for (const [name, values] of tables) {
      const rowsOfTable = this.#tables.get(name) ?? [];
      this.#tables.set(name, rowsOfTable);
      for (const value of values) rowsOfTable.push(value);
      this.#values += values.length;
    }
    for (const word of words) this.#words.push(word);
    this.#messages += messages;
  }

  get isFull(): boolean {
    return this.#values >= VALUES_PER_UNIT;
  }

  get messages(): number {
    return this.#messages;
  }

  /** Inserts the rows sequentially: no statement may run after one that failed has rolled back the unit. */
  async insert(writer: Writer): Promise<void> {
    for (const [name, values] of this.#tables) await insertBulk(writer, messageTables[name], values);
    await indexManyWords(writer, this.#words);
  }
}

/** Messages with reactions, by ids of the archive. */
async function messagesWithReactions({ reader }: RelationContext): Promise<Set<number>> {
  const found = new Set<number>();
  for await (const batch of reader.reactions()) for (const { messageId } of batch) found.add(messageId);
  return found;
}

/** The subscribers of each channel. */
async function subscribersOf({ reader, directory }: RelationContext): Promise<Map<number, Set<number>>> {
  const found = new Map<number, Set<number>>();
  for await (const { accountId, channelId, isActive } of validSubscriptions(reader, directory)) {
    if (!isActive) continue;
    const accountIds = found.get(channelId);
    if (accountIds) accountIds.add(accountId);
    else found.set(channelId, new Set([accountId]));
  }
  return found;
}

/** Writes the messages after a position. */
export async function writeMessages(
  context: MessageContext,
  { partsDone, batchesDone }: MessagePosition,
): Promise<void> {
  const { directory, survey, plan, ids, target } = context;
  const filesInStore = await storedFiles(context);
  const facts = {
    ids: idPlanOf(plan, directory, target.organizationUrl),
    rendering: {
      ...renderingFacts(directory, ids, plan.systemGroupIds, survey.periods, target.organizationUrl),
      emoji: filesInStore.emoji,
      uploads: filesInStore.uploads,
    },
    conversations: conversationIds(survey, plan),
    readBases: survey.readBases,
    attachments: filesInStore.attachments,
    messagesWithReactions: await messagesWithReactions(context),
    mentions: directory.hasReceipts
      ? { channel: survey.mentionsChannel, topic: survey.mentionsTopic }
      : undefined,
    subscribers: directory.hasReceipts ? new Map() : await subscribersOf(context),
  };
  const parts = survey.parts.slice(partsDone);
  let position: MessagePosition = { partsDone, batchesDone: 0 };
  let messagesDone = survey.parts.slice(0, partsDone).reduce((sum, part) => sum + part.messages, 0);
  let unit = new Unit();
  // A unit is written while the next one is filled.
  let writing: Promise<void> = Promise.resolve();
  const write = async () => {
    await writing;
    const full = unit;
    const reachedPosition = position;
    unit = new Unit();
    writing = context
      .write(async (writer) => {
        await full.insert(writer);
        await updateImport(writer, 'messages', {
          parts_done: reachedPosition.partsDone,
          batches_done: reachedPosition.batchesDone,
        });
      })
      .then(() => {
        messagesDone += full.messages;
        context.progress('messages', messagesDone, survey.messages);
      });
    // A failure is reported by the code that awaits it.
    writing.catch(() => undefined);
  };
  for await (const rows of composedParts(parts, { ...context.reader.source, facts })) {
    const isWritten = position.partsDone === partsDone && position.batchesDone < batchesDone;
    position = rows.isLast
      ? { partsDone: position.partsDone + 1, batchesDone: 0 }
      : { partsDone: position.partsDone, batchesDone: position.batchesDone + 1 };
    if (isWritten) messagesDone += rows.messages;
    else unit.add(rows);
    if (unit.isFull) await write();
  }
  await write();
  await writing;
}
