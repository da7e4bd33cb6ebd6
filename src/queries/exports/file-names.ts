// What files are called in an archive: in one for people by what they are of, in a whole one as the store has them, which is
// how another server takes them in.

import { avatarFolder } from '../../model/avatars/files.ts';
import { ownFileName } from '../../model/exports/own-part.ts';
import type { Attachment } from '../../model/uploads/attachment.ts';
import { uploadFolder } from '../../model/uploads/files.ts';
import { uploadPlace } from '../../model/uploads/path-id.ts';

/** Names of files in an archive. */
export interface FileNames {
  upload(upload: Attachment): string;
  avatar(accountId: number, key: string): string;
  emoji(fileName: string): string;
}

export const exportNames = {
  upload: (upload) => `uploads/${upload.id}/${uploadPlace(upload.path_id)?.name ?? 'upload'}`,
  avatar: (accountId: number) => `avatars/${accountId}.png`,
  emoji: (fileName) => `emoji/${fileName}`,
} satisfies FileNames;

/** The organization is left out of those paths, so any stands for it. */
const ANY = 0;

export const storeNames: FileNames = {
  upload: ({ path_id }) => ownFileName(`${uploadFolder(path_id)}/original`),
  avatar: (_, key) => ownFileName(`${avatarFolder(ANY, key)}/medium.png`),
  emoji: (fileName) => ownFileName(`emoji/${ANY}/${fileName}`),
};
