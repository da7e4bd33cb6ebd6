// Reads and writes linkifiers.

import type { Insertable } from 'kysely';
import { type Linkifier, type LinkifierContent, linkifierOf } from '../../model/linkifiers/linkifier.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Schema } from '../../storage/schema.ts';

const linkifiersOfOrganization = preparedRead<{ organization: number }>()((db, p) =>
  db
    .selectFrom('linkifier')
    .selectAll()
    .where('organization_id', '=', p.organization)
    .orderBy('position')
    .orderBy('id'),
);

/** All linkifiers of the organization, in the order in which clients apply them. */
export async function readLinkifiers(reader: Reader): Promise<Linkifier[]> {
  const rows = await linkifiersOfOrganization.all(reader, { organization: reader.organizationId });
  return rows.map(linkifierOf);
}

function columns(
  content: LinkifierContent,
): Omit<Insertable<Schema['linkifier']>, 'organization_id' | 'position'> {
  return {
    pattern: content.pattern,
    url_template: content.urlTemplate,
    example_input: content.exampleInput,
    reverse_template: content.reverseTemplate,
    alternative_url_templates: JSON.stringify(content.alternativeUrlTemplates),
  };
}

/** Adds a linkifier at a position and returns its id. */
export async function insertLinkifier(
  writer: Writer,
  content: LinkifierContent,
  position: number,
): Promise<number> {
  const row = await writer.db
    .insertInto('linkifier')
    .values({ ...columns(content), organization_id: writer.organizationId, position })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Changes a linkifier; its position stays. */
export async function updateLinkifier(writer: Writer, id: number, content: LinkifierContent): Promise<void> {
  await writer.db
    .updateTable('linkifier')
    .set(columns(content))
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}

/** Sets the order of the linkifiers to that of their ids in `order`. */
export async function orderLinkifiers(writer: Writer, order: readonly number[]): Promise<void> {
  for (const [position, id] of order.entries()) {
    await writer.db
      .updateTable('linkifier')
      .set({ position })
      .where('id', '=', id)
      .where('organization_id', '=', writer.organizationId)
      .execute();
  }
}

/** Removes a linkifier; messages keep the links it made. */
export async function deleteLinkifier(writer: Writer, id: number): Promise<void> {
  await writer.db
    .deleteFrom('linkifier')
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
