// Finds calls in which something is over without a request, of all organizations, and old calls.

import { limits } from '../../api-contract/limits.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const NONE = Number.MAX_SAFE_INTEGER;

const earliest = preparedRead<{ since: number }>()((db, p) =>
  db.selectNoFrom((e) => [
    e
      .selectFrom('call_ring')
      .select(({ fn }) => fn.min('until').as('at'))
      .where('outcome', 'is', null)
      .as('ring'),
    e
      .selectFrom('call_participant')
      .select(({ fn }) => fn.min('seen_at').as('at'))
      .where('left_at', 'is', null)
      .where('seen_at', '>=', p.since)
      .as('seen'),
    e
      .selectFrom('call')
      .select(({ fn }) => fn.min('empty_since').as('at'))
      .where('ended_at', 'is', null)
      .where('empty_since', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('call_participant')
              .select('call_participant.id')
              .whereRef('call_participant.call_id', '=', 'call.id')
              .where('left_at', 'is', null),
          ),
        ),
      )
      .as('empty'),
    e
      .selectFrom('call')
      .select(({ fn }) => fn.min('empty_since').as('at'))
      .where('ended_at', 'is', null)
      .where('empty_since', 'is not', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('call_participant')
            .select('call_participant.id')
            .whereRef('call_participant.call_id', '=', 'call.id')
            .where('left_at', 'is', null),
        ),
      )
      .as('alone'),
  ]),
);

interface DueTimes {
  readonly ring: number;
  readonly seen: number;
  readonly since: number;
  readonly empty: number;
  readonly alone: number;
  readonly limit: number;
}

const due = preparedRead<DueTimes>()((db, p) =>
  db
    .selectFrom('call')
    .select(['id', 'organization_id'])
    .where('ended_at', 'is', null)
    .where((e) =>
      e.or([
        e('empty_since', '<=', p.alone),
        e.and([
          e('empty_since', '<=', p.empty),
          e.not(
            e.exists(
              e
                .selectFrom('call_participant')
                .select('call_participant.id')
                .whereRef('call_participant.call_id', '=', 'call.id')
                .where('left_at', 'is', null),
            ),
          ),
        ]),
        e.exists(
          e
            .selectFrom('call_participant')
            .select('call_participant.id')
            .whereRef('call_participant.call_id', '=', 'call.id')
            .where('left_at', 'is', null)
            .where('seen_at', '<=', p.seen)
            .where('seen_at', '>=', p.since),
        ),
        e.exists(
          e
            .selectFrom('call_ring')
            .select('call_ring.id')
            .whereRef('call_ring.call_id', '=', 'call.id')
            .where('outcome', 'is', null)
            .where('until', '<=', p.ring),
        ),
      ]),
    )
    .orderBy('id')
    .limit(p.limit),
);

/** A call in which something is over. */
export interface DueCall {
  readonly id: number;
  readonly organization_id: number;
}

/**
 * When something is over in a call at the earliest, in seconds since 1970; undefined without calls.
 * @param since participants that were last seen before this time stay
 */
export async function nextSweep(reader: Reader, since: number): Promise<number | undefined> {
  const row = await earliest.first(reader, { since });
  const at = Math.min(
    row?.ring ?? NONE,
    (row?.seen ?? NONE) + limits.participantSeconds,
    (row?.empty ?? NONE) + limits.emptyCallSeconds,
    (row?.alone ?? NONE) + limits.aloneCallSeconds,
  );
  return at >= NONE ? undefined : at;
}

/** Calls in which something is over. @param since participants that were last seen before this time stay */
export async function callsToSweep(
  reader: Reader,
  now: number,
  limit: number,
  since: number,
): Promise<DueCall[]> {
  const [seen, empty] = [now - limits.participantSeconds, now - limits.emptyCallSeconds];
  const alone = now - limits.aloneCallSeconds;
  return due.all(reader, { ring: now, seen, since, empty, alone, limit });
}

/** Whether a call of any organization ended before a time. */
export async function hasCallsEndedBefore(reader: Reader, before: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('call')
    .select('id')
    .where('ended_at', '<', before)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes some calls of all organizations that ended before a time, with who took part. */
export async function deleteCallsEndedBefore(writer: Writer, before: number, limit: number): Promise<void> {
  const rows = await writer.db
    .selectFrom('call')
    .select('id')
    .where('ended_at', '<', before)
    .orderBy('ended_at')
    .limit(limit)
    .execute();
  const ids = idsOf(writer.engine, JSON.stringify(rows.map(({ id }) => id)));
  await writer.db.deleteFrom('call_participant').where('call_id', 'in', ids).execute();
  await writer.db.deleteFrom('call_ring').where('call_id', 'in', ids).execute();
  await writer.db.deleteFrom('call').where('id', 'in', ids).execute();
}
