// Reads and writes custom profile fields.

import type { Insertable } from 'kysely';
import { type ProfileField, profileFieldOf } from '../../model/profile-fields/profile-field.ts';
import type { FieldContent } from '../../model/profile-fields/profile-field-rules.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';

const fieldsOfOrganization = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('profile_field')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .orderBy('position')
    .orderBy('id'),
);

/** All fields of the organization, in order. */
export async function readFields(reader: Reader): Promise<ProfileField[]> {
  const rows = await fieldsOfOrganization.all(reader, { organization: reader.organizationId });
  return rows.map(profileFieldOf);
}

function columns(
  content: FieldContent,
): Omit<Insertable<Schema['profile_field']>, 'organization_id' | 'position'> {
  return {
    name: content.name,
    hint: content.hint,
    field_type: content.type,
    field_data: content.data,
    display_in_profile_summary: Number(content.isInSummary),
    required: Number(content.isRequired),
    editable_by_user: Number(content.isEditableByUser),
    use_for_user_matching: Number(content.isForMatching),
  };
}

/** Inserts a field and returns its id. */
export async function insertField(writer: Writer, content: FieldContent, position: number): Promise<number> {
  const { id } = await writer.db
    .insertInto('profile_field')
    .values({ ...columns(content), organization_id: writer.organizationId, position })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Changes a field; callers keep its type, and its position stays. */
export async function updateField(writer: Writer, id: number, content: FieldContent): Promise<void> {
  await writer.db
    .updateTable('profile_field')
    .set(columns(content))
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/** Sets the order of the fields to that of their ids in `order`, counted from 1. */
export async function orderFields(writer: Writer, order: readonly number[]): Promise<void> {
  for (const [index, id] of order.entries()) {
    await writer.db
      .updateTable('profile_field')
      .set({ position: index + 1 })
      .where('id', '=', id)
      .where('organization_id', '=', writer.organizationId)
      .execute();
  }
}

/** Deletes a field and all its values. */
export async function deleteField(writer: Writer, id: number): Promise<void> {
  await writer.db.deleteFrom('profile_value').where('field_id', '=', id).execute();
  await writer.db
    .deleteFrom('profile_field')
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
