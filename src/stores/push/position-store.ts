// The log position up to which messages were scanned for push notifications. An organization has a position from the
// time at which it has a device for notifications; before that nothing is scanned.

import type { Kysely } from 'kysely';
import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';

function positionsBehindLog(db: Kysely<Schema>) {
  return db
    .selectFrom('push_position')
    .innerJoin('organization_sequence', (join) =>
      join
        .onRef('organization_sequence.organization_id', '=', 'push_position.organization_id')
        .onRef('organization_sequence.sequence', '>', 'push_position.sequence'),
    )
    .selectAll('push_position');
}

const behind = preparedRead<Record<string, never>>()(positionsBehindLog);
/** The positions behind the log of organizations with Web Push subscriptions. */
const behindForWeb = preparedRead<Record<string, never>>()((db) =>
  positionsBehindLog(db).where(({ exists, selectFrom }) =>
    exists(
      selectFrom('web_push_subscription as one')
        .select('one.id')
        .whereRef('one.organization_id', '=', 'push_position.organization_id'),
    ),
  ),
);
const insertPosition = preparedWrite<{ organization: number; sequence: number }>()((db, p) =>
  db
    .insertInto('push_position')
    .values({ organization_id: p.organization, sequence: p.sequence })
    .onConflict((conflict) => conflict.doNothing()),
);
const advance = preparedWrite<{ organization: number; from: number; to: number }>()((db, p) =>
  db
    .updateTable('push_position')
    .set({ sequence: p.to })
    .where('organization_id', '=', p.organization)
    .where('sequence', '=', p.from)
    .returning('sequence'),
);

const deleteUnneeded = preparedWrite<{ organization: number }>()((db, p) =>
  db
    .deleteFrom('push_position')
    .where('organization_id', '=', p.organization)
    .where(({ not, exists }) =>
      not(
        exists(
          db
            .selectFrom('client_device')
            .select('id')
            .where('organization_id', '=', p.organization)
            .where('token_id', 'is not', null),
        ),
      ),
    )
    .where(({ not, exists }) =>
      not(
        exists(
          db.selectFrom('push_token').select('account_id').where('organization_id', '=', p.organization),
        ),
      ),
    )
    .where(({ not, exists }) =>
      not(
        exists(
          db.selectFrom('web_push_subscription').select('id').where('organization_id', '=', p.organization),
        ),
      ),
    ),
);

export interface PushPosition {
  readonly organization_id: number;
  readonly sequence: number;
}

/**
 * The positions of organizations whose log has advanced. Without a relay, organizations with only phones are
 * skipped; their positions stay until there is a relay again.
 */
export function positionsBehind(reader: Reader, hasRelay: boolean): Promise<PushPosition[]> {
  return (hasRelay ? behind : behindForWeb).all(reader, {});
}

/** Begins scanning the organization's messages from here on, unless they are scanned already. */
export async function beginPushScan(writer: Writer): Promise<void> {
  await insertPosition.all(writer, { organization: writer.organizationId, sequence: writer.nextSequence() });
}

/** Stops scanning if no account has a device for notifications. */
export async function endPushScan(writer: Writer): Promise<void> {
  await deleteUnneeded.all(writer, { organization: writer.organizationId });
}

/** Advances the position; false if another server has done so. */
export async function advancePushPosition(writer: Writer, from: number, to: number): Promise<boolean> {
  return (await advance.first(writer, { organization: writer.organizationId, from, to })) !== undefined;
}
