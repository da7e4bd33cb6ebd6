// Values of custom profile fields.

import type { ProfileValue } from '../../model/profile-fields/profile-value.ts';
import { blocksOf } from '../../storage/blocks.ts';
import { idsOf, preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const ofAccounts = preparedRead<{ organization: number; accounts: string }>()((db, p, engine) =>
  db
    .selectFrom('profile_value')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .where('account_id', 'in', idsOf(engine, p.accounts))
    .orderBy('account_id')
    .orderBy('field_id'),
);

/** The profile values of the given accounts. Reads many accounts in blocks, and lets other requests run between them. */
export async function readValues(reader: Reader, accountIds: readonly number[]): Promise<ProfileValue[]> {
  const values: ProfileValue[] = [];
  for await (const block of blocksOf(accountIds)) {
    const accounts = JSON.stringify(block);
    for (const row of await ofAccounts.all(reader, { organization: reader.organizationId, accounts })) {
      values.push({
        accountId: row.account_id,
        fieldId: row.field_id,
        value: row.value,
        renderedValue: row.rendered_value,
      });
    }
  }
  return values;
}

/** Stores an account's value of a field, replacing an earlier one. */
export async function putValue(writer: Writer, value: ProfileValue): Promise<void> {
  const columns = { value: value.value, rendered_value: value.renderedValue };
  await writer.db
    .insertInto('profile_value')
    .values({
      organization_id: writer.organizationId,
      account_id: value.accountId,
      field_id: value.fieldId,
      ...columns,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'field_id']).doUpdateSet(columns))
    .execute();
}

export async function deleteValue(writer: Writer, accountId: number, fieldId: number): Promise<void> {
  await writer.db
    .deleteFrom('profile_value')
    .where('account_id', '=', accountId)
    .where('field_id', '=', fieldId)
    .execute();
}

/** Deletes the values of a field other than those given; returns the accounts that had them. */
export async function deleteValuesOtherThan(
  writer: Writer,
  fieldId: number,
  values: readonly string[],
): Promise<number[]> {
  let query = writer.db.deleteFrom('profile_value').where('field_id', '=', fieldId);
  if (values.length > 0) query = query.where('value', 'not in', [...values]);
  const rows = await query.returning('account_id').execute();
  return rows.map((row) => row.account_id);
}
