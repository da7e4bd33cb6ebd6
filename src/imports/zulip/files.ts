// The files of a Zulip archive: uploads, avatars and custom emoji. Each kind has a folder with a list of files.

import { type OrganizationPicture, organizationPictures } from '../../model/organizations/picture-files.ts';
import type { ArchiveFile, ArchiveFolder } from '../archive/archive-folder.ts';
import { Row } from '../archive/row.ts';
import { tableRows } from '../archive/tables.ts';
import type { ImportedDirectory, ImportedEmoji, ImportedUpload } from '../records/directory.ts';
import type { Notes } from '../records/notes.ts';

/** The rows of a list of files. */
async function* listedRows(folder: ArchiveFolder, name: string): AsyncGenerator<Row> {
  const file = folder.files.get(name);
  if (!file) return;
  for await (const { first, rows } of tableRows(file, (table) => table === ''))
    for (const [at, values] of rows.entries()) yield new Row(name, first + at, values);
}

/** The avatars of people. The original is preferred to the version that was made of it. */
export async function avatarsOf(folder: ArchiveFolder): Promise<ImportedDirectory['avatars'][number][]> {
  const found = new Map<number, ArchiveFile>();
  for await (const row of listedRows(folder, 'avatars/records.json')) {
    const path = row.text('path');
    const file = folder.files.get(`avatars/${path}`);
    const id = row.id('user_profile_id');
    if (file && (path.endsWith('.original') || !found.has(id))) found.set(id, file);
  }
  return [...found].map(([accountId, file]) => ({ accountId, file }));
}

/** The organization's icon and logos, preferably the originals. */
export async function picturesOf(folder: ArchiveFolder): Promise<ImportedDirectory['pictures'][number][]> {
  const found = new Map<OrganizationPicture, ArchiveFile>();
  for await (const row of listedRows(folder, 'realm_icons/records.json')) {
    const path = row.text('path');
    const file = folder.files.get(`realm_icons/${path}`);
    const picture = organizationPictures.find((name) => path.split('/').at(-1)?.split('.')[0] === name);
    if (file && picture && (path.endsWith('.original') || !found.has(picture))) found.set(picture, file);
  }
  return [...found].map(([picture, file]) => ({ picture, file }));
}

/** The custom emoji of rows of `zerver_realmemoji`, with their pictures. */
export async function emojiOf(folder: ArchiveFolder, rows: readonly Row[]): Promise<ImportedEmoji[]> {
  const files = new Map<string, ArchiveFile>();
  for await (const row of listedRows(folder, 'emoji/records.json')) {
    const path = row.text('path');
    const file = folder.files.get(`emoji/${path}`);
    const name = row.text('file_name', '');
    if (file && (path.endsWith('.original') || !files.has(name))) files.set(name, file);
  }
  return rows.map((row) => ({
    id: row.id('id'),
    name: row.text('name'),
    authorId: row.optionalId('author'),
    isDeactivated: row.flag('deactivated'),
    file: files.get(row.optionalText('file_name') ?? ''),
  }));
}

/** The uploads that the archive lists and contains. */
export async function* uploadsOf(folder: ArchiveFolder, notes: Notes): AsyncGenerator<ImportedUpload> {
  const list = folder.files.get('attachment.json');
  if (!list) return;
  for await (const { table, first, rows } of tableRows(list, (name) => name === 'zerver_attachment')) {
    for (const [at, values] of rows.entries()) {
      const row = new Row(`${list.name}, ${table}`, first + at, values);
      const pathId = row.text('path_id');
      const file = folder.files.get(`uploads/${pathId}`);
      if (!file) {
        notes.add('uploads', 'they are missing from the archive');
        continue;
      }
      yield {
        ownerId: row.id('owner'),
        pathId,
        name: row.text('file_name'),
        createdAt: row.seconds('create_time', 0),
        contentType: row.optionalText('content_type') ?? undefined,
        file,
      };
    }
  }
}
