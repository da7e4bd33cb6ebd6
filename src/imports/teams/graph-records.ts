// Reads the files of a Microsoft Teams export: saved responses of Microsoft's Graph API, or the output of its
// PowerShell module, whose field names begin with capitals. The type of a record is recognized by its fields, so
// files may have any names, and a list may be spread over several files.

import { readFileSync } from 'node:fs';
import { isRecord } from '../../api-contract/codec.ts';
import { MEBIBYTE } from '../../api-contract/limits.ts';
import type { ArchiveFolder } from '../archive/archive-folder.ts';
import { firstBytes } from '../archive/first-bytes.ts';
import { InvalidArchiveError } from '../archive/invalid-archive-error.ts';
import type { Row } from '../archive/row.ts';
import { tableRows } from '../archive/tables.ts';
import { TolerantRow } from '../archive/tolerant-row.ts';

const HEAD_BYTES = 64 * 1024;
/** Files up to this size are parsed at once. */
const AT_ONCE_BYTES = 4 * MEBIBYTE;
/** Fields that only messages of Teams have. */
const IS_MESSAGES = /"(?:[mM]essageType|[cC]hannelIdentity)"\s*:/;
const JSON_FILE = /\.json$|^$/i;
/** The context of a response, such as `teams('1')/channels('2')/members`. */
const CONTEXT =
  /"@odata\.context"\s*:\s*"[^"]*#(?:teams\('([^')]+)'\))?(?:\/?channels\('([^')]+)'\))?(?:chats\('([^')]+)'\))?/;

/** A record, with the team, channel or chat that its file is about, if the response contains it. */
export interface GraphRecord {
  readonly row: Row;
  readonly fileName: string;
  readonly team: string | undefined;
  readonly channel: string | undefined;
  readonly chat: string | undefined;
}

/** A record of the Graph API; PowerShell capitalizes the names of fields. */
class GraphRow extends TolerantRow {
  protected override member(name: string): unknown {
    return super.member(name) ?? super.member(`${name[0]?.toUpperCase()}${name.slice(1)}`);
  }

  protected override nestedRow(location: string, index: number | string, values: unknown): Row {
    return new GraphRow(location, index, values);
  }
}

function isUtf16(bytes: Buffer): boolean {
  return bytes.length > 1 && bytes.readUInt16BE(0) === 0xfffe;
}

/** Windows PowerShell writes UTF-16 by default. */
function textOf(bytes: Buffer): string {
  return bytes.toString(isUtf16(bytes) ? 'utf16le' : 'utf8').replace(/^\ufeff/, '');
}

export function hasTeamsMessages({ files }: ArchiveFolder): boolean {
  for (const file of files.values()) {
    if (!JSON_FILE.test(file.name)) continue;
    const text = textOf(firstBytes(file, HEAD_BYTES));
    if (/^\s*[[{]/.test(text) && IS_MESSAGES.test(text)) return true;
  }
  return false;
}

/** The records of a small file; undefined if it is not JSON: streaming it then reports the error. */
function recordsAtOnce(text: string): readonly unknown[] | undefined {
  try {
    const values: unknown = JSON.parse(text);
    if (Array.isArray(values)) return values;
    if (!isRecord(values)) return undefined;
    return Array.isArray(values.value) ? values.value : [values];
  } catch {
    return undefined;
  }
}

function decodeId(id: string | undefined): string | undefined {
  try {
    return id === undefined ? undefined : decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** The records of all files in an archive: `{"value": […]}`, a list, or a single record. */
export async function* graphRecordsIn(folder: ArchiveFolder): AsyncGenerator<GraphRecord> {
  for (const file of folder.filesMatching(JSON_FILE)) {
    const { name: fileName, path, size } = file;
    const location = fileName || 'the archive';
    const isSmall = size <= AT_ONCE_BYTES;
    const bytes = isSmall ? readFileSync(path) : firstBytes(file, HEAD_BYTES);
    if (!isSmall && isUtf16(bytes))
      throw new InvalidArchiveError(location, 'it is in UTF-16. Save it as UTF-8.');
    const text = textOf(bytes);
    const [, team, channel, chat] = (CONTEXT.exec(text.slice(0, HEAD_BYTES)) ?? []).map(decodeId);
    const origin = { fileName, team, channel, chat };
    const records = isSmall ? recordsAtOnce(text) : undefined;
    if (records) {
      for (const [at, values] of records.entries())
        yield { row: new GraphRow(location, at, values), ...origin };
      continue;
    }
    for await (const { first, rows } of tableRows(file, (table) => table === '' || table === 'value'))
      for (const [at, values] of rows.entries())
        yield { row: new GraphRow(location, first + at, values), ...origin };
  }
}

export type RecordKind = 'message' | 'channel' | 'member' | 'user' | 'chat' | 'team' | 'other';

/** The type of a record, by its fields. */
export function kindOf(row: Row): RecordKind {
  if (row.has('messageType') || (row.has('body') && row.has('createdDateTime'))) return 'message';
  if (row.has('chatType')) return 'chat';
  if (row.has('membershipType')) return 'channel';
  if (row.has('userPrincipalName')) return 'user';
  if (row.has('roles') || (row.has('userId') && row.has('role'))) return 'member';
  if (row.has('memberSettings') || row.has('internalId') || row.has('groupsId')) return 'team';
  return 'other';
}
