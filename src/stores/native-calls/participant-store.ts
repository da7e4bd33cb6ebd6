// Reads and writes who takes part in calls. An account is in one call at a time, with one device.

import type { ParticipantRow } from '../../model/native-calls/native-call.ts';
import { idsOf, preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const inCalls = preparedRead<{ ids: string }>()((db, p, engine) =>
  db
    .selectFrom('call_participant')
    .selectAll()
    .where('call_id', 'in', idsOf(engine, p.ids))
    .where('left_at', 'is', null)
    .orderBy('joined_at')
    .orderBy('id'),
);

const ofAccount = preparedRead<{ account: number }>()((db, p) =>
  db
    .selectFrom('call_participant')
    .selectAll()
    .where('account_id', '=', p.account)
    .where('left_at', 'is', null),
);

const bySession = preparedRead<{ call: number; session: string }>()((db, p) =>
  db
    .selectFrom('call_participant')
    .selectAll()
    .where('session', '=', p.session)
    .where('call_id', '=', p.call),
);

/** Who is in some calls, in the order in which they joined. */
export async function participantsIn(reader: Reader, callIds: readonly number[]): Promise<ParticipantRow[]> {
  return callIds.length === 0 ? [] : inCalls.all(reader, { ids: JSON.stringify(callIds) });
}

/** The participation of an account in the call that it is in. */
export async function participationOf(
  reader: Reader,
  accountId: number,
): Promise<ParticipantRow | undefined> {
  return ofAccount.first(reader, { account: accountId });
}

/** The participation with a session, also one that is over. */
export async function participationWith(
  reader: Reader,
  callId: number,
  session: string,
): Promise<ParticipantRow | undefined> {
  return bySession.first(reader, { call: callId, session });
}

/** The calls that some accounts are in. */
export async function callsInWhich(reader: Reader, accountIds: readonly number[]): Promise<number[]> {
  const rows = await reader.db
    .selectFrom('call_participant')
    .select('call_id')
    .distinct()
    .where('account_id', 'in', idsOf(reader.engine, JSON.stringify(accountIds)))
    .where('left_at', 'is', null)
    .execute();
  return rows.map((row) => row.call_id);
}

/** Which of some accounts are in a call. */
export async function accountsInCalls(
  reader: Reader,
  accountIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await reader.db
    .selectFrom('call_participant')
    .select('account_id')
    .where('account_id', 'in', idsOf(reader.engine, JSON.stringify(accountIds)))
    .where('left_at', 'is', null)
    .execute();
  return new Set(rows.map((row) => row.account_id));
}

/** The number of accounts that ever took part in a call. */
export async function everInCall(reader: Reader, callId: number): Promise<number> {
  const row = await reader.db
    .selectFrom('call_participant')
    .select((e) => e.fn.count<number>('account_id').distinct().as('accounts'))
    .where('call_id', '=', callId)
    .executeTakeFirstOrThrow();
  return Number(row.accounts);
}

export async function insertParticipant(
  writer: Writer,
  participant: Pick<ParticipantRow, 'call_id' | 'account_id' | 'session' | 'queue_id' | 'is_muted'>,
): Promise<void> {
  await writer.db
    .insertInto('call_participant')
    .values({
      ...participant,
      organization_id: writer.organizationId,
      joined_at: writer.now,
      left_at: null,
      has_camera: 0,
      has_screen: 0,
      has_hand: 0,
      seen_at: writer.now,
    })
    .execute();
}

export async function changeParticipant(
  writer: Writer,
  id: number,
  values: Partial<
    Pick<
      ParticipantRow,
      'session' | 'queue_id' | 'left_at' | 'is_muted' | 'has_camera' | 'has_screen' | 'has_hand' | 'seen_at'
    >
  >,
): Promise<void> {
  await writer.db.updateTable('call_participant').set(values).where('id', '=', id).execute();
}

/** The queues of all participants, by organization; `reader` may belong to none. */
export async function queuesInCalls(
  reader: Reader,
): Promise<{ readonly organization_id: number; readonly queue_id: string }[]> {
  return reader.db
    .selectFrom('call_participant')
    .select(['organization_id', 'queue_id'])
    .where('left_at', 'is', null)
    .execute();
}

/** Records that the queues of participants are polled. */
export async function renewParticipants(
  writer: Writer,
  queueIds: readonly string[],
  seenAt: number,
): Promise<void> {
  await writer.db
    .updateTable('call_participant')
    .set({ seen_at: seenAt })
    .where('organization_id', '=', writer.organizationId)
    .where('left_at', 'is', null)
    .where('queue_id', 'in', textsOf(writer.engine, JSON.stringify(queueIds)))
    .where('seen_at', '<', seenAt)
    .execute();
}
