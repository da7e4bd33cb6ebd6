// The first version of the format of exports. Its header names columns without their kinds. Its checksums
// are a document with one line per file, and cover only the files of the store.

import {
  type Codec,
  count,
  decodedOrUndefined,
  exactly,
  jsonText,
  list,
  mapOf,
  record,
} from '../../api-contract/codec.ts';
import { sha256, sqlName } from '../../archives/archive-documents.ts';
import type { ArchiveManifest, CommonHeader, ReadableFormat } from '../../archives/archive-format.ts';
import { newestSchema } from '../../storage/migrations/migrate.ts';
import { tablesOfSchema } from '../../storage/rows/own-tables.ts';

const VERSION = 1;

/** The current format, or its first version if the header of an archive has that version. */
export async function orFirstVersion<Details extends object>(
  format: ReadableFormat<Details>,
  header: Buffer,
): Promise<ReadableFormat<Details>> {
  const schema = schemaOf(header);
  if (schema === undefined) return format;
  const { tables } = await tablesOfSchema(Math.min(schema, newestSchema));
  const kinds = new Map(
    tables.flatMap(({ name, columns }) =>
      columns.map((column) => [`${name}.${column.name}`, column.kind] as const),
    ),
  );
  const codec: Codec<CommonHeader> = {
    ...headerWithNames,
    decode(value, path) {
      const decoded = headerWithNames.decode(value, path);
      const withKinds = decoded.tables.map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => ({ name: column, kind: kinds.get(`${name}.${column}`) ?? 'text' })),
      }));
      return { ...decoded, tables: withKinds };
    },
  };
  const earlier = { sumsCoverFilesOnly: true, header: codec, parseSums, manifest };
  return { ...format, version: VERSION, earlier };
}

/** The schema in a header of this version; undefined for any other document. */
function schemaOf(header: Buffer): number | undefined {
  try {
    const value: unknown = JSON.parse(header.toString('utf8'));
    return decodedOrUndefined(record({ version: exactly(VERSION), schema: count }), value)?.schema;
  } catch {
    return undefined;
  }
}

const headerWithNames = record({
  format: jsonText,
  version: count,
  parley: jsonText,
  schema: count,
  tables: list(record({ name: sqlName, columns: list(sqlName) })),
});

const parseSums = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));

const tableSum = record({ rows: count, sha256 });
const manifestWithLines = record({
  tables: mapOf(tableSum, undefined, sqlName),
  files: record({ count, bytes: count }),
  /** The sum of the lines about files. */
  sums: tableSum,
});
const manifest: Codec<ArchiveManifest> = {
  ...manifestWithLines,
  decode(value, path) {
    const { tables, files, sums } = manifestWithLines.decode(value, path);
    return { tables, files, entries: sums.rows, sha256: sums.sha256 };
  },
};
