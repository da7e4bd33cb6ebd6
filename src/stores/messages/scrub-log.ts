// Removes deleted content from the event log in the same unit of work. Entries that contain content of a deleted
// message are emptied, and queues skip them. Entries about moves of several messages lose only the content.

import type { LogEntry, NewEvent } from '../../api-contract/event.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Writer } from '../../storage/reader-writer.ts';

const CONTENT_KEYS = [
  'content',
  'rendered_content',
  'orig_content',
  'orig_rendered_content',
  'is_me_message',
];

const editSequences = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('message_edit')
    .select('sequence')
    .where('message_id', 'in', idsOf(engine, p.ids))
    .where('prev_content', 'is not', null),
);
const submessageSequences = preparedRead<{ ids: string }>()((db, p, engine) =>
  db.selectFrom('submessage').select('sequence').where('message_id', 'in', idsOf(engine, p.ids)),
);
const entriesAt = preparedRead<{ organization: number; sequences: string }>()((db, p, engine) =>
  db
    .selectFrom('event')
    .select(['sequence', 'entry'])
    .where('organization_id', '=', p.organization)
    .where('sequence', 'in', idsOf(engine, p.sequences)),
);
const replaceEntry = preparedWrite<{ organization: number; sequence: number; entry: string }>()((db, p) =>
  db
    .updateTable('event')
    .set({ entry: p.entry })
    .where('organization_id', '=', p.organization)
    .where('sequence', '=', p.sequence),
);

/** The data that servers receive with an entry of type `_scrub`. */
export interface ScrubExtra {
  readonly messageIds: readonly number[];
  /** The entries that were emptied. */
  readonly sequences: readonly number[];
}

/** An entry about deleted messages without their content. */
export function withoutContent(entry: LogEntry): LogEntry {
  if (entry.type === 'update_message' && 'propagate_mode' in entry.payload) {
    const payload = Object.fromEntries(
      Object.entries(entry.payload).filter(([key]) => !CONTENT_KEYS.includes(key)),
    );
    return { ...entry, payload };
  }
  return { sequence: entry.sequence, type: '_scrubbed', audience: { kind: 'nobody' }, payload: {} };
}

/**
 * Empties the entries about messages that this unit is about to delete and returns the event that notifies
 * servers.
 */
export async function scrubFromLog(
  writer: Writer,
  messages: readonly { readonly id: number; readonly sequence: number }[],
): Promise<NewEvent> {
  const messageIds = messages.map((message) => message.id);
  const ids = JSON.stringify(messageIds);
  const sequences = new Set(messages.map((message) => message.sequence));
  for (const row of await editSequences.all(writer, { ids })) sequences.add(row.sequence);
  for (const row of await submessageSequences.all(writer, { ids })) sequences.add(row.sequence);
  const organization = writer.organizationId;
  for (const row of await entriesAt.all(writer, {
    organization,
    sequences: JSON.stringify([...sequences]),
  })) {
    const entry = withoutContent(parseColumn<LogEntry>(row.entry));
    await replaceEntry.all(writer, { organization, sequence: row.sequence, entry: JSON.stringify(entry) });
  }
  const extra: ScrubExtra = { messageIds, sequences: [...sequences] };
  return { type: '_scrub', audience: { kind: 'nobody' }, payload: {}, extra: { ...extra } };
}
