// The key of an import: the same archive with the same choices. An interrupted import continues under its key.

import { createHash } from 'node:crypto';
import type { ArchiveFolder } from './archive/archive-folder.ts';
import type { ImportChoices } from './records/reader.ts';

export function importKeyOf({ key }: ArchiveFolder, choices: ImportChoices): string {
  return createHash('sha256')
    .update(JSON.stringify([key, choices]))
    .digest('base64url');
}
