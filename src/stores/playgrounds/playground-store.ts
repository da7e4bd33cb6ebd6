// Reads and writes code playgrounds.

import { type Playground, playgroundOf } from '../../model/playgrounds/playground.ts';
import type { PlaygroundContent } from '../../model/playgrounds/playground-rules.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const playgroundsOfOrganization = preparedRead<{ organization: number }>()((db, p) =>
  db.selectFrom('playground').selectAll().where('organization_id', '=', p.organization).orderBy('id'),
);

/** All playgrounds of the organization, oldest first. */
export async function readPlaygrounds(reader: Reader): Promise<Playground[]> {
  const rows = await playgroundsOfOrganization.all(reader, { organization: reader.organizationId });
  return rows.map(playgroundOf);
}

/** Inserts a playground and returns its id. */
export async function insertPlayground(writer: Writer, content: PlaygroundContent): Promise<number> {
  const { id } = await writer.db
    .insertInto('playground')
    .values({
      organization_id: writer.organizationId,
      name: content.name,
      language: content.language,
      url_template: content.urlTemplate,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function deletePlayground(writer: Writer, id: number): Promise<void> {
  await writer.db
    .deleteFrom('playground')
    .where('id', '=', id)
    .where('organization_id', '=', writer.organizationId)
    .execute();
}
