// The JSON documents of an archive: its header, lists of sums, and manifest.

import {
  anyJson,
  type Codec,
  count,
  decodeDocument,
  decodedOrUndefined,
  exactly,
  ifValid,
  jsonText,
  list,
  mapOf,
  matchingText,
  oneOf,
  optional,
  record,
  tuple,
} from '../api-contract/codec.ts';
import { newestSchema } from '../storage/migrations/migrate.ts';
import {
  type ArchiveHeader,
  type ArchiveManifest,
  type CommonHeader,
  type EntrySum,
  entryLabel,
  headerName,
  manifestName,
  type ReadableFormat,
} from './archive-format.ts';

/** How many entries one list of sums covers. */
export const ENTRIES_PER_SUMS = 1000;

/** A hash as archives have it. */
export const sha256 = matchingText(/^[0-9a-f]{64}$/, 'a SHA-256 hash');
/** The name of a table or column. */
export const sqlName = matchingText(/^[a-z][a-z0-9_]{0,62}$/, 'a name');

const commonHeader: Codec<CommonHeader> = record({
  format: jsonText,
  version: count,
  parley: jsonText,
  schema: count,
  tables: list(
    record({ name: sqlName, columns: list(record({ name: sqlName, kind: oneOf('number', 'text') })) }),
  ),
});

const manifest: Codec<ArchiveManifest> = record({
  tables: mapOf(record({ rows: count, sha256 }), undefined, sqlName),
  counters: optional(mapOf(count, undefined, sqlName)),
  files: record({ count, bytes: count }),
  entries: count,
  sha256,
});

const sums: Codec<readonly EntrySum[]> = list(tuple(jsonText, count, sha256), ENTRIES_PER_SUMS);

/** How many characters of a version an error shows. */
const SHOWN_CHARACTERS = 40;

/** Parses a header. @throws the format's error for an invalid header or an archive of a newer version */
export function readHeader<Details extends object>(
  format: ReadableFormat<Details, string>,
  bytes: Buffer,
): ArchiveHeader<Details> {
  const { title, version, errorAt, earlier } = format;
  const name = headerName(format);
  const value = parsed(format, name, bytes);
  const identified = decodedOrUndefined(
    // The fields that identify an archive in every version of its format.
    record({
      format: exactly(format.format),
      version: optional(anyJson),
      schema: ifValid(count),
      parley: ifValid(jsonText),
    }),
    value,
  );
  if (!identified) throw errorAt(entryLabel(name), `not a Parley ${title}.`);
  const { schema = 0, parley = 'unknown' } = identified;
  if (identified.version !== version || schema > newestSchema)
    throw errorAt(
      `the ${title}`,
      `made by a newer version of Parley (${parley.slice(0, SHOWN_CHARACTERS)}). Update Parley first.`,
    );
  const header = {
    ...decoded(format, name, earlier?.header ?? commonHeader, value),
    ...decoded(format, name, format.details, value),
  };
  if (new Set(header.tables.map((table) => table.name)).size < header.tables.length)
    throw errorAt(entryLabel(name), 'it lists a table twice.');
  return header;
}

/** Parses a manifest. @throws the format's error */
export function readManifest(format: Reading, bytes: Buffer): ArchiveManifest {
  const name = manifestName(format);
  return decoded(format, name, format.earlier?.manifest ?? manifest, parsed(format, name, bytes));
}

/** Parses a list of sums. @throws the format's error */
export function readSums(format: Reading, name: string, bytes: Buffer): readonly EntrySum[] {
  return decoded(format, name, sums, parsed(format, name, bytes, format.earlier?.parseSums));
}

function parsed({ errorAt }: Reading, name: string, bytes: Buffer, parse = JSON.parse as Parse): unknown {
  try {
    return parse(bytes.toString('utf8'));
  } catch (cause) {
    throw errorAt(entryLabel(name), 'not valid JSON.', { cause });
  }
}

/** The properties of a format that reading documents depends on. */
type Reading = Omit<ReadableFormat<object, string>, 'details'>;

type Parse = (text: string) => unknown;

/** @throws the format's error, which names the first missing or invalid field */
function decoded<T>({ errorAt }: Reading, name: string, codec: Codec<T>, value: unknown): T {
  return decodeDocument(codec, value, ({ description }) =>
    errorAt(entryLabel(name), `required fields are missing or invalid (${description}).`),
  );
}
