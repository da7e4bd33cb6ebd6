// The addresses of files that an archive calls by ids of its own: the same each time it is read, and not to be guessed by
// whoever does not have the archive.

import { createHmac } from 'node:crypto';
import { nameInAddress, shownName } from '../../model/uploads/path-id.ts';

/** The path of a file, below an organization that is told later; `secret` is something of the archive. */
export function uploadPathOf(id: string, name: string, secret: string): string {
  const hash = createHmac('sha256', secret).update(id).digest();
  const place = `${hash.toString('hex', 0, 1)}/${hash.subarray(1, 19).toString('base64url')}`;
  return `0/${place}/${nameInAddress(shownName(name))}`;
}
