// Removal of files that nothing references any longer. The unit of work that drops a reference records the
// path, and a job removes the file afterwards. So neither a crash nor a rollback leaves a row without its
// file.

import { idsOf, preparedRead, preparedWrite } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

export interface QueuedFileRemoval {
  readonly id: number;
  readonly organization_id: number;
  readonly path: string;
}

const insert = preparedWrite<{ organization: number; path: string }>()((db, p) =>
  db.insertInto('doomed_file').values({ organization_id: p.organization, path: p.path }),
);
const oldest = preparedRead<{ after: number; limit: number }>()((db, p) =>
  db.selectFrom('doomed_file').selectAll().where('id', '>', p.after).orderBy('id').limit(p.limit),
);
const remove = preparedWrite<{ ids: string }>()((db, p, engine) =>
  db.deleteFrom('doomed_file').where('id', 'in', idsOf(engine, p.ids)),
);

/** The type of the entry that wakes the servers' removal job. */
export const FILE_REMOVAL = '_doomed_files';

/** Queues files or folders for removal, by their paths in the store. */
export async function queueFileRemoval(writer: Writer, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  for (const path of paths) await insert.all(writer, { organization: writer.organizationId, path });
  writer.emit({ type: FILE_REMOVAL, audience: { kind: 'nobody' }, payload: {} });
}

/** Queued removals of all organizations above an id, ascending. */
export function queuedFileRemovals(
  reader: Reader,
  after: number,
  limit: number,
): Promise<QueuedFileRemoval[]> {
  return oldest.all(reader, { after, limit });
}

/** Deletes the queue rows of removed files. */
export async function deleteFileRemovals(writer: Writer, ids: readonly number[]): Promise<void> {
  await remove.all(writer, { ids: JSON.stringify(ids) });
}
