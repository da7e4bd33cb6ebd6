// The path that identifies an upload: `{organization}/{two hex digits}/{secret}/{name}`. The secret cannot be
// guessed. The name is only for people to read; no file on disk has it.

import { randomBytes } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';

const PATH_ID = /^(\d{1,15})\/([0-9a-f]{2})\/([A-Za-z0-9_-]{24})\/([^/\p{Cc}]+)$/u;
const PREFIX = '/user_uploads/';
const FALLBACK_NAME = 'uploaded-file';

/** Parts of a path that can be joined safely: none contains a separator or is `..`. */
export interface UploadPath {
  readonly organizationId: number;
  readonly shard: string;
  readonly secret: string;
  readonly name: string;
}

/** The parts of a path; undefined if it is not the path of an upload. */
export function parseUploadPath(pathId: string): UploadPath | undefined {
  const [, organization, shard, secret, name] = PATH_ID.exec(pathId) ?? [];
  if (!organization || !shard || !secret || !name) return undefined;
  return { organizationId: Number(organization), shard, secret, name };
}

/** The display name: the last segment of what was sent, without invisible characters. */
export function displayName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return visible === '' || /^\.+$/.test(visible) ? FALLBACK_NAME : shortened(visible);
}

/** Shortens a long name, preserving its beginning and its extension. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= limits.fileNameCodePoints) return name;
  const extension = [...(/\.[^.]{1,10}$/.exec(name)?.[0] ?? '')];
  const maximum = limits.fileNameCodePoints - extension.length;
  return [...characters.slice(0, maximum), ...extension].join('');
}

/** The name in URLs: letters, digits, `_`, `.` and `-` of any script. (As in the reference server.) */
export function urlName(fileName: string): string {
  const name = fileName
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  return name === '' || /^\.+$/.test(name) ? FALLBACK_NAME : shortened(name);
}

/** A new, unique path. */
export function newPathId(organizationId: number, fileName: string): string {
  const shard = randomBytes(1).toString('hex');
  return `${organizationId}/${shard}/${randomBytes(18).toString('base64url')}/${urlName(fileName)}`;
}

/** The URL of a path, relative to the organization's address. */
export function uploadUrl(pathId: string): string {
  return PREFIX + pathId;
}

/** The path in a URL from a message, which may be percent-encoded; undefined if it is not that of an upload. */
export function pathIdOfUrl(url: string): string | undefined {
  if (!url.startsWith(PREFIX)) return undefined;
  const rest = url.slice(PREFIX.length);
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}
