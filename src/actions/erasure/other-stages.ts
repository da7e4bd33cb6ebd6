// Stages that remove names and addresses from records that no person wrote: the audit log, the outbox, notes
// of an import, and the event log.

import { isRecord } from '../../api-contract/codec.ts';
import type { LogEntry } from '../../api-contract/event.ts';
import { limits } from '../../api-contract/limits.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import { erasedEntry } from '../../model/erasure/erased-entry.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { MAIL_KIND } from '../outbox/mail-store.ts';
import { rewrittenEntries } from './rewritten.ts';
import type { Portion } from './stage.ts';

/** The audit log: names and addresses in the details of entries, and the network addresses of the person. */
export async function eraseInAuditLog({ writer, erasure, texts, ids }: Portion): Promise<number | undefined> {
  const rows = await writer.db
    .selectFrom('audit_entry')
    .select(['id', 'account_id', 'acting_account_id', 'address', 'details'])
    .where('organization_id', '=', writer.organizationId)
    .where('id', '>', erasure.afterId)
    .orderBy('id')
    .limit(limits.erasedRowsPerUnit)
    .execute();
  for (const row of rows) {
    const isTheirs = ids.has(row.account_id ?? 0) || ids.has(row.acting_account_id ?? 0);
    const before = parseColumn<object>(row.details);
    const details = texts.json(before, (text) => texts.replacement(text) ?? text);
    const address = isTheirs ? null : row.address;
    if (details === before && address === row.address) continue;
    await writer.db
      .updateTable('audit_entry')
      .set({ details: JSON.stringify(details), address })
      .where('id', '=', row.id)
      .execute();
  }
  return rows.at(-1)?.id;
}

/** The outbox: mails to the person are deleted, other rows lose the name. */
export async function eraseInOutbox({ writer, erasure, texts }: Portion): Promise<number | undefined> {
  const rows = await writer.db
    .selectFrom('outbox')
    .select(['id', 'kind', 'payload'])
    .where('organization_id', '=', writer.organizationId)
    .where('id', '>', erasure.afterId)
    .orderBy('id')
    .limit(limits.erasedRowsPerUnit)
    .execute();
  for (const { id, kind, payload } of rows) {
    const payloadText = writer.secrets.open('outbox', payload);
    const isMail = kind === MAIL_KIND;
    const before = jsonIn(payloadText);
    if (isMail && isRecord(before) && texts.replacement(String(before.to)) !== undefined) {
      await writer.db
        .deleteFrom('outbox')
        .where('organization_id', '=', writer.organizationId)
        .where('id', '=', id)
        .execute();
      continue;
    }
    const after = texts.json(before, (text) =>
      isMail ? texts.serviceText(text) : (texts.replacement(text) ?? text),
    );
    if (after === before) continue;
    const newText = JSON.stringify(after);
    const storedText = payloadText === payload ? newText : writer.secrets.seal('outbox', newText);
    await writer.db
      .updateTable('outbox')
      .set({ payload: storedText })
      .where('organization_id', '=', writer.organizationId)
      .where('id', '=', id)
      .execute();
  }
  return rows.at(-1)?.id;
}

/** The parsed payload; undefined if it is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Notes of an import about people who were not imported. */
export async function eraseInImport({ writer, texts }: Portion): Promise<undefined> {
  const row = await writer.db
    .selectFrom('organization_import')
    .select('notes')
    .where('organization_id', '=', writer.organizationId)
    .executeTakeFirst();
  if (!row) return;
  const before = jsonIn(row.notes);
  const after = texts.json(before, (text) => texts.serviceText(text));
  if (after !== before) await updateNotes(writer, JSON.stringify(after));
}

async function updateNotes(writer: Writer, notes: string): Promise<void> {
  await writer.db
    .updateTable('organization_import')
    .set({ notes })
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/** The event log, from its beginning. Clients that lag behind receive the rewritten entries. */
export async function eraseInLog({ writer, erasure, texts, ids }: Portion): Promise<number | undefined> {
  const rows = await writer.db
    .selectFrom('event')
    .select(['sequence', 'entry'])
    .where('organization_id', '=', writer.organizationId)
    .where('sequence', '>', erasure.afterId)
    .orderBy('sequence')
    .limit(limits.erasedEntriesPerUnit)
    .execute();
  const sequences: number[] = [];
  for (const row of rows) {
    const before = parseColumn<LogEntry>(row.entry);
    const after = erasedEntry(before, texts, ids, erasure.since);
    if (after === before) continue;
    sequences.push(row.sequence);
    await writer.db
      .updateTable('event')
      .set({ entry: JSON.stringify(after) })
      .where('organization_id', '=', writer.organizationId)
      .where('sequence', '=', row.sequence)
      .execute();
  }
  if (sequences.length > 0) writer.emit(rewrittenEntries(sequences));
  return rows.at(-1)?.sequence;
}
