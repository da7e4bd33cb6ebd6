// Writes the part of a full export that another server can import: the rows, all as of one time, and the
// files.

import { nowSeconds } from '../../api-contract/time.ts';
import type { TarWriter } from '../../archives/tar-writer.ts';
import { ArchiveWriter } from '../../archives/write-archive.ts';
import type { FileStore } from '../../files/file-store.ts';
import { portableFolders, portableFormat, portablePath } from '../../model/exports/portable-archive.ts';
import { ownTables } from '../../storage/rows/own-tables.ts';
import type { RowSource } from '../../storage/rows/rows.ts';
import { schemaVersionOf, type TableStructure } from '../../storage/rows/table-structure.ts';
import type { ColumnRule } from '../../storage/schema/column.ts';
import { archivedValue } from '../../stores/moving/archived-value.ts';
import { columnRulesOf, leftOutOfArchives } from '../../stores/moving/moved-tables.ts';

export interface TransferSource {
  /** The rows as they were at one moment. */
  readonly rows: RowSource;
  readonly fileStore: FileStore;
  readonly organizationId: number;
  /** Called between steps; throws if the export is to be aborted. */
  step(): Promise<void>;
}

/** Adds the part to an archive. */
export async function writeTransferPart(tar: TarWriter, source: TransferSource): Promise<void> {
  const { rows, organizationId, fileStore, step } = source;
  const archive = new ArchiveWriter(tar, portableFormat);
  const structures = (await ownTables(rows)).tables.flatMap(
    (structure) => movedStructure(structure, organizationId) ?? [],
  );
  await archive.addHeader(await schemaVersionOf(rows), structures, {
    made_at: Math.floor(nowSeconds()),
    organization_id: organizationId,
    left_out: leftOutOfArchives(),
  });
  for (const structure of structures) await archive.addRows(structure.name, archivedLines(source, structure));
  const paths: string[] = [];
  for (const folder of portableFolders)
    for await (const path of fileStore.list(`${folder}/${organizationId}`)) paths.push(path);
  // Stores list files in no particular order.
  for (const path of paths.sort()) {
    await step();
    const file = await fileStore.open(path);
    if (file) await archive.addFile(portablePath(path), file);
  }
  await archive.end();
}

/** The exported rows and columns of a table; undefined for a table that is not exported. */
function movedStructure(structure: TableStructure, organizationId: number): TableStructure | undefined {
  const rules = columnRulesOf(structure.name);
  if (!rules) return undefined;
  const columns = structure.columns.filter(({ name }) => rules[name]?.is !== 'omitted');
  return { ...structure, columns, condition: conditionOf(rules, organizationId) };
}

/** As SQL: the rows of an organization; in a table without its id, those of its messages. */
function conditionOf(rules: Readonly<Record<string, ColumnRule | undefined>>, id: number): string {
  const own = Object.keys(rules).find((column) => rules[column]?.is === 'organization');
  return own === undefined
    ? `"message_id" in (select id from message where organization_id = ${id})`
    : `"${own}" = ${id}`;
}

/** The rows of a table as lines, with their values as in archives. */
async function* archivedLines(
  { rows, step }: TransferSource,
  structure: TableStructure,
): AsyncGenerator<string> {
  const rules = columnRulesOf(structure.name) ?? {};
  const columnRules = structure.columns.map(({ name }) => rules[name]);
  for await (const batch of rows.rows(structure)) {
    await step();
    for (const row of batch)
      yield JSON.stringify(row.map((value, at) => archivedValue(columnRules[at], value)));
  }
}
