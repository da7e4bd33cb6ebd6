// Reads the messages of a Zulip archive: files with messages, followed by their receipts.

import { isRecord } from '../../api-contract/codec.ts';
import { widgetContent } from '../../model/messages/widgets.ts';
import type { ArchiveFile } from '../archive/archive-folder.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import { cleanText, Row } from '../archive/row.ts';
import { tableRowsAtOnce } from '../archive/tables.ts';
import type { ImportedBatch, ImportedEdit, ImportedMessage, ImportedReceipt } from '../records/messages.ts';
import { flagBits, isReadIn, wildcardsIn } from './flags.ts';
import type { Recipients } from './recipients.ts';

const MESSAGES = 'zerver_message';
const RECEIPTS = 'zerver_usermessage';

/** The context for reading messages. */
export interface MessageContext {
  readonly recipients: Recipients;
  /** Names of clients, by id. */
  readonly clients: ReadonlyMap<number, string>;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? cleanText(value) : null;
}

/** The edits of a message, newest first. The sender is the editor where older servers did not record one. */
function editsOf(row: Row, senderId: number): ImportedEdit[] {
  const history = row.value('edit_history');
  const list = typeof history === 'string' ? row.json('edit_history') : history;
  if (list == null) return [];
  if (!Array.isArray(list)) throw row.error('edit_history', 'is not a list.');
  return list.filter(isRecord).map((edit) => ({
    editorId: numberOf(edit.user_id) ?? senderId,
    editedAt: Math.floor(Number(edit.timestamp) || 0),
    prevContent: textOf(edit.prev_content),
    prevTopic: textOf(edit.prev_topic ?? edit.prev_subject),
    topic: textOf(edit.topic),
    prevChannelId: numberOf(edit.prev_stream),
    channelId: numberOf(edit.stream),
  }));
}

/** Converts a row; undefined if the archive does not say where it was sent. */
function messageOf(row: Row, { recipients, clients }: MessageContext): ImportedMessage | undefined {
  const senderId = row.id('sender');
  const conversation = recipients.conversationOf(
    row.id('recipient'),
    senderId,
    row.text('subject', '').trim(),
  );
  if (!conversation) return undefined;
  const content = row.text('content');
  const edits = editsOf(row, senderId);
  const widget = widgetContent(content);
  return {
    id: row.id('id'),
    senderId,
    conversation,
    firstChannelId: edits.findLast((edit) => edit.prevChannelId !== null)?.prevChannelId ?? undefined,
    content,
    sentAt: row.seconds('date_sent'),
    client: clients.get(row.id('sending_client')) ?? 'Unspecified',
    edits,
    submessages: widget === undefined ? [] : [{ senderId, type: 'widget', content: widget }],
  };
}

function receiptOf(values: unknown, location: () => string): ImportedReceipt {
  if (isRecord(values)) {
    const { user_profile: accountId, message: messageId, flags_mask: mask } = values;
    if (Number.isSafeInteger(accountId) && Number.isSafeInteger(messageId) && Number.isSafeInteger(mask)) {
      return {
        accountId: accountId as number,
        messageId: messageId as number,
        isRead: isReadIn(mask as number),
        bits: flagBits(mask as number),
        ...wildcardsIn(mask as number),
      };
    }
  }
  throw new InvalidArchiveError(location(), 'it does not say who received which message.');
}

/** The messages of a file, followed by their receipts. */
export async function* messagesOf(file: ArchiveFile, context: MessageContext): AsyncGenerator<ImportedBatch> {
  for await (const { table, first, rows } of tableRowsAtOnce(
    file,
    (name) => name === MESSAGES || name === RECEIPTS,
  )) {
    const location = `${file.name}, ${table}`;
    if (table === RECEIPTS) {
      const receipts = rows.map((values, at) => receiptOf(values, () => `${location}, row ${first + at}`));
      yield { messages: [], receipts };
      continue;
    }
    const messages = rows.flatMap(
      (values, at) => messageOf(new Row(location, first + at, values), context) ?? [],
    );
    // A file of this size is a single batch, so sorting within it is sufficient.
    messages.sort((a, b) => a.id - b.id);
    yield { messages, receipts: [] };
  }
}
