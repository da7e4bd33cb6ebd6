// The size of uploads: an organization's as one stored number, so that checking its quota needs no sum; a
// person's as the sum along an index that includes the sizes.

import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const usage = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('upload_usage').select('bytes').where('organization_id', '=', p.organization),
);
const setUsage = preparedWrite<{ organization: number; bytes: number }>()((db, p) =>
  db
    .insertInto('upload_usage')
    .values({ organization_id: p.organization, bytes: p.bytes })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ bytes: p.bytes })),
);

const usageOfPerson = preparedRead<{ person: number }>()((db, p) =>
  db
    .selectFrom('attachment')
    .select((e) => e.fn.sum<number | string | null>('size').as('bytes'))
    .where((e) =>
      e.or([
        e('account_id', '=', p.person),
        e('account_id', 'in', e.selectFrom('account').select('id').where('bot_owner_id', '=', p.person)),
      ]),
    ),
);

/** The bytes used by the uploads of a person and their bots. */
export async function bytesUsedByPerson(reader: Reader, personId: number): Promise<number> {
  return Number((await usageOfPerson.first(reader, { person: personId }))?.bytes ?? 0);
}

/** The bytes used by the organization's uploads. */
export async function usedBytes(reader: Reader): Promise<number> {
  return (await usage.first(reader, { organization: reader.organizationId }))?.bytes ?? 0;
}

/** Adds bytes to the organization's usage; a negative number subtracts. */
export async function adjustUsage(writer: Writer, by: number): Promise<void> {
  const bytes = (await usedBytes(writer)) + by;
  await setUsage.all(writer, { organization: writer.organizationId, bytes });
}
