// Reads the log in parts that are bounded in bytes as well as in number: most entries have a few hundred bytes, but
// that of an edit contains the message before and after, each as source and as HTML.

import { sql } from 'kysely';
import type { LogEntry } from '../api-contract/event.ts';
import { limits } from '../api-contract/limits.ts';
import { parseColumn } from '../api-contract/parse-column.ts';
import { idsOf, preparedRead } from './prepared.ts';
import type { Reader } from './reader-writer.ts';

/** Longer entries are read separately. */
const SHORT_BYTES = 4 * 1024;

/** Some consecutive entries of an organization's log. */
export interface LogPart {
  readonly entries: readonly LogEntry[];
  /** The log position of the last entry; the requested position if there is none. */
  readonly until: number;
  /** Whether the log has no further entries. */
  readonly isComplete: boolean;
}

const rowsAfter = preparedRead<{ organization: number; after: number; limit: number }>()((db, p) =>
  db
    .selectFrom('event')
    .select([
      'sequence',
      sql<string | null>`case when octet_length(entry) <= ${sql.lit(SHORT_BYTES)} then entry end`.as('entry'),
      sql<number>`octet_length(entry)`.as('bytes'),
    ])
    .where('organization_id', '=', p.organization)
    .where('sequence', '>', p.after)
    .orderBy('sequence')
    .limit(p.limit),
);
const entriesAt = preparedRead<{ organization: number; sequences: string }>()((db, p, engine) =>
  db
    .selectFrom('event')
    .select(['sequence', 'entry'])
    .where('organization_id', '=', p.organization)
    .where('sequence', 'in', idsOf(engine, p.sequences)),
);

/** The entries at the given log positions, by position. */
export async function entriesAtPositions(
  reader: Reader,
  sequences: readonly number[],
): Promise<ReadonlyMap<number, LogEntry>> {
  const json = JSON.stringify(sequences);
  const rows = await entriesAt.all(reader, { organization: reader.organizationId, sequences: json });
  return new Map(rows.map(({ sequence, entry }) => [sequence, parseColumn<LogEntry>(entry)]));
}

/**
 * At most `limit` entries after a log position, in order, of about `bytesPerTurn` bytes together; at least
 * one if there is any.
 */
export async function entriesAfter(reader: Reader, after: number, limit: number): Promise<LogPart> {
  const organization = reader.organizationId;
  const rows = await rowsAfter.all(reader, { organization, after, limit });
  let bytes = 0;
  const firstExcess = rows.findIndex((row, index) => {
    bytes += row.bytes;
    return index > 0 && bytes > limits.bytesPerTurn;
  });
  const fitting = firstExcess < 0 ? rows : rows.slice(0, firstExcess);
  const long = fitting.filter(({ entry }) => entry === null).map(({ sequence }) => sequence);
  const texts = new Map<number, string>();
  if (long.length > 0) {
    const found = await entriesAt.all(reader, { organization, sequences: JSON.stringify(long) });
    for (const { sequence, entry } of found) texts.set(sequence, entry);
  }
  const entries = fitting.flatMap(({ sequence, entry }) => {
    const text = entry ?? texts.get(sequence);
    return text === undefined ? [] : [parseColumn<LogEntry>(text)];
  });
  return {
    entries,
    until: fitting.at(-1)?.sequence ?? after,
    isComplete: firstExcess < 0 && rows.length < limit,
  };
}
