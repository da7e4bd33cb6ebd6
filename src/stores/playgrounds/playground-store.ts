// Reads and writes code playgrounds.

import { type Playground, playgroundOf } from '../../model/playgrounds/playground.ts';
import type { PlaygroundContent } from '../../model/playgrounds/playground-rules.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

/** All playgrounds of the organization, oldest first. */
export async function readPlaygrounds(reader: Reader): Promise<Playground[]> {
  const rows = await reader.db
    .selectFrom('playground')
    .selectAll()
    .where('organization_id', '=', reader.organizationId)
    .orderBy('id')
    .execute();
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
