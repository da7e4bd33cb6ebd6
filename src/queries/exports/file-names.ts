// The names of files in an archive: descriptive in one for people; in a full one the same as in the file
// store, from which another server imports them.

import { avatarFolder } from '../../model/avatars/avatar-files.ts';
import { portableFileName } from '../../model/exports/portable-archive.ts';
import type { Attachment } from '../../model/uploads/attachment.ts';
import { parseUploadPath } from '../../model/uploads/path-id.ts';
import { uploadFolder } from '../../model/uploads/upload-files.ts';

export interface FileNames {
  upload(upload: Attachment): string;
  avatar(accountId: number, key: string): string;
  emoji(fileName: string): string;
}

export const exportNames = {
  upload: (upload) => `uploads/${upload.id}/${parseUploadPath(upload.path_id)?.name ?? 'upload'}`,
  avatar: (accountId: number) => `avatars/${accountId}.png`,
  emoji: (fileName) => `emoji/${fileName}`,
} satisfies FileNames;

/** These paths do not contain the organization, so any id will do. */
const ANY_ORGANIZATION = 0;

export const storeNames: FileNames = {
  upload: ({ path_id }) => portableFileName(`${uploadFolder(path_id)}/original`),
  avatar: (_, key) => portableFileName(`${avatarFolder(ANY_ORGANIZATION, key)}/medium.png`),
  emoji: (fileName) => portableFileName(`emoji/${ANY_ORGANIZATION}/${fileName}`),
};
