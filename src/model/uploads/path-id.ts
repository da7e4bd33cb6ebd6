// The path by which an upload is known: `{organization}/{two hex digits}/{secret}/{name}`. The secret cannot be
// guessed; the name is only for people to read and no file on disk is called by it.

import { randomBytes } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';

const PATH_ID = /^(\d{1,15})\/([0-9a-f]{2})\/([A-Za-z0-9_-]{24})\/([^/\p{Cc}]+)$/u;
const PREFIX = '/user_uploads/';
const NAMELESS = 'uploaded-file';

/** Parts of a path that are safe to be put together: none holds a separator or is `..`. */
export interface UploadPlace {
  readonly organizationId: number;
  readonly shelf: string;
  readonly secret: string;
  readonly name: string;
}

/** The parts of a path; undefined for what is none. */
export function uploadPlace(pathId: string): UploadPlace | undefined {
  const [, organization, shelf, secret, name] = PATH_ID.exec(pathId) ?? [];
  if (!organization || !shelf || !secret || !name) return undefined;
  return { organizationId: Number(organization), shelf, secret, name };
}

/** The name for people: the last part of what was sent, without characters that nobody sees. */
export function shownName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim();
  return visible === '' || /^\.+$/.test(visible) ? NAMELESS : shortened(visible);
}

/** A long name keeps its beginning and its extension. */
function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= limits.fileNameCodePoints) return name;
  const extension = [...(/\.[^.]{1,10}$/.exec(name)?.[0] ?? '')];
  const room = limits.fileNameCodePoints - extension.length;
  return [...characters.slice(0, room), ...extension].join('');
}

/** The name as it stands in addresses: letters, digits, `_`, `.` and `-` of any script. (Reference behaviour.) */
export function nameInAddress(shown: string): string {
  const kept = shown
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  return kept === '' || /^\.+$/.test(kept) ? NAMELESS : shortened(kept);
}

/** A path that nothing else has. */
export function newPathId(organizationId: number, shown: string): string {
  const shelf = randomBytes(1).toString('hex');
  return `${organizationId}/${shelf}/${randomBytes(18).toString('base64url')}/${nameInAddress(shown)}`;
}

/** The address of a path, below the organization's. */
export function uploadUrl(pathId: string): string {
  return PREFIX + pathId;
}

/** The path that an address in a message leads to, which may be percent-encoded. */
export function pathIdOfUrl(url: string): string | undefined {
  if (!url.startsWith(PREFIX)) return undefined;
  const rest = url.slice(PREFIX.length);
  try {
    return decodeURIComponent(rest);
  } catch {
    return rest;
  }
}
