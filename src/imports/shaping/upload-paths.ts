// Creates the addresses of files that an archive identifies by ids of its own. They are the same each time, and
// cannot be guessed without the archive.

import { createHmac } from 'node:crypto';
import { displayName, urlName } from '../../model/uploads/path-id.ts';

/** The path of a file, with 0 in place of the organization's id; `secret` is derived from the archive. */
export function uploadPathOf(id: string, name: string, secret: string): string {
  const hash = createHmac('sha256', secret).update(id).digest();
  const folder = `${hash.toString('hex', 0, 1)}/${hash.subarray(1, 19).toString('base64url')}`;
  return `0/${folder}/${urlName(displayName(name))}`;
}
