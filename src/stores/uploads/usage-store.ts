// The bytes that an organization's uploads take, kept as one number beside the rows so that the quota costs no sum.

import { preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/session.ts';

const usage = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('upload_usage').select('bytes').where('organization_id', '=', p.organization),
);
const setUsage = preparedWrite<{ organization: number; bytes: number }>()((db, p) =>
  db
    .insertInto('upload_usage')
    .values({ organization_id: p.organization, bytes: p.bytes })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet({ bytes: p.bytes })),
);

/** The bytes that the organization's uploads take. */
export async function usedSpace(reader: Reader): Promise<number> {
  return (await usage.first(reader, { organization: reader.organizationId }))?.bytes ?? 0;
}

/** Adds bytes to what the uploads take; a negative number takes them off. */
export async function changeUsage(writer: Writer, by: number): Promise<void> {
  const bytes = (await usedSpace(writer)) + by;
  await setUsage.all(writer, { organization: writer.organizationId, bytes });
}
