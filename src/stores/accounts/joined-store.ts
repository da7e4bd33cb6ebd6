// When members joined, and so when their waiting periods end.

import { Role } from '../../model/accounts/roles.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader } from '../../storage/reader-writer.ts';

const joinedBetween = preparedRead<{ organization: number; after: number; until: number }>()((db, p) =>
  db
    .selectFrom('account')
    .select('id')
    .where('organization_id', '=', p.organization)
    .where('role', '=', Role.member)
    .where('is_active', '=', 1)
    .where('is_system_bot', '=', 0)
    .where('date_joined', '>', p.after)
    .where('date_joined', '<=', p.until)
    .orderBy('id'),
);
const firstAfter = preparedRead<{ organization: number; after: number }>()((db, p) =>
  db
    .selectFrom('account')
    .select((e) => e.fn.min<number | null>('date_joined').as('joined'))
    .where('organization_id', '=', p.organization)
    .where('role', '=', Role.member)
    .where('is_active', '=', 1)
    .where('is_system_bot', '=', 0)
    .where('date_joined', '>', p.after),
);

/** Active members, people and bots, who joined after `after` and not after `until`. */
export async function membersJoinedBetween(reader: Reader, after: number, until: number): Promise<number[]> {
  const values = { organization: reader.organizationId, after, until };
  return (await joinedBetween.all(reader, values)).map((row) => row.id);
}

/** When the first active member after a time joined; undefined if there is none. */
export async function firstJoinedAfter(reader: Reader, after: number): Promise<number | undefined> {
  const row = await firstAfter.first(reader, { organization: reader.organizationId, after });
  return row?.joined ?? undefined;
}
