// The files of an import: uploads, pictures of people, custom emoji. Bytes are kept first, and then the rows that name them,
// so that an import that is interrupted goes on with those that have no row.

import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../../api-contract/error.ts';
import type { Content } from '../../files/file-store.ts';
import type { UploadedFile } from '../../markdown/contract.ts';
import { withAvatar } from '../../model/avatars/files.ts';
import { keepPicture } from '../../model/emoji/files.ts';
import { emojiUrl } from '../../model/emoji/wire-emoji.ts';
import {
  keepOrganizationPicture,
  pictures,
  readOrganizationPicture,
} from '../../model/organizations/picture-files.ts';
import { renderedUpload } from '../../model/uploads/attachment.ts';
import { keepUpload, removeUpload } from '../../model/uploads/files.ts';
import { typeByName } from '../../model/uploads/media-type.ts';
import { shownName, uploadPlace } from '../../model/uploads/path-id.ts';
import { picture } from '../../model/uploads/thumbnails.ts';
import { updateAccount } from '../../stores/accounts/account-store.ts';
import { readEmoji } from '../../stores/emoji/emoji-store.ts';
import { importTables } from '../../stores/imports/tables.ts';
import { insertAttachment } from '../../stores/uploads/upload-store.ts';
import type { FileSource, ImportedEmoji, ImportedUpload } from '../records/directory.ts';
import { FileFetcher } from './fetch-file.ts';
import type { RelationContext } from './relations.ts';
import { RowsByTable } from './rows.ts';
import type { ImportTarget, Progress } from './target.ts';

/** Larger ones are handed over as files. */
const IN_MEMORY = 4 * 1024 * 1024;
/** Made at the same time. */
const AT_ONCE = 4;

export interface FileContext extends RelationContext {
  readonly target: ImportTarget;
  readonly progress: Progress;
}

/** What of the files rendering and messages need to know. */
export interface KeptFiles {
  readonly emoji: ReadonlyMap<string, { readonly id: number; readonly url: string }>;
  /** By path. */
  readonly uploads: ReadonlyMap<string, UploadedFile>;
  readonly attachments: ReadonlyMap<string, number>;
}

/** Keeps all files that are not kept yet. */
export async function writeFiles(context: FileContext): Promise<void> {
  await writeEmoji(context);
  await writeAvatars(context);
  await writePictures(context);
  await writeUploads(context);
}

/** What is kept. */
export async function keptFiles({ database, ids }: RelationContext): Promise<KeptFiles> {
  const reader = database.reader(ids.organizationId);
  const emoji = (await readEmoji(reader)).filter(({ isDeactivated }) => !isDeactivated);
  const rows = await reader.db
    .selectFrom('attachment')
    .selectAll()
    .where('organization_id', '=', ids.organizationId)
    .execute();
  return {
    emoji: new Map(
      emoji.map(({ id, name, fileName }) => [name, { id, url: emojiUrl(ids.organizationId, fileName) }]),
    ),
    uploads: new Map(rows.map((row) => [row.path_id, renderedUpload(row)])),
    attachments: new Map(rows.map((row) => [row.path_id, row.id])),
  };
}

async function writeEmoji({ database, write, ids, directory, target, notes }: FileContext): Promise<void> {
  const present = new Set((await readEmoji(database.reader(ids.organizationId))).map(({ id }) => id));
  for (const emoji of directory.emoji) {
    const id = ids.of('emoji', emoji.id);
    if (present.has(id)) continue;
    const kept = await keptPicture(emoji, ids.organizationId, target);
    if (!kept) {
      notes.add('custom emoji', 'their pictures are missing or cannot be read');
      continue;
    }
    const rows = new RowsByTable();
    rows.add(importTables.custom_emoji, {
      id,
      organization_id: ids.organizationId,
      name: emoji.name,
      author_id: ids.optional('account', emoji.authorId),
      file_name: kept.fileName,
      is_animated: kept.isAnimated,
      is_deactivated: emoji.isDeactivated,
    });
    await write((writer) => rows.insert(writer));
  }
}

async function keptPicture({ file }: ImportedEmoji, organizationId: number, target: ImportTarget) {
  if (!file) return undefined;
  return unlessUnreadable(keepPicture(target, organizationId, file.path));
}

/** Undefined for a picture that is none. */
async function unlessUnreadable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined;
    throw error;
  }
}

async function writeAvatars({
  database,
  write,
  ids,
  directory,
  target,
  notes,
  progress,
}: FileContext): Promise<void> {
  const { organizationId } = ids;
  const rows = await database
    .reader(organizationId)
    .db.selectFrom('account')
    .select(['id', 'avatar_key'])
    .where('organization_id', '=', organizationId)
    .execute();
  const keys = new Map(rows.map(({ id, avatar_key }) => [id, avatar_key]));
  const fetcher = new FileFetcher(target.fetchFile, notes);
  let done = 0;
  for (const { accountId, file } of directory.avatars) {
    const id = ids.account(accountId);
    if (keys.get(id) !== null) continue;
    progress('pictures', ++done, directory.avatars.length);
    const copy = join(target.workFolder, `picture-${organizationId}-${id}`);
    try {
      const path = await pictureAt(file, copy, fetcher);
      if (path === undefined) continue;
      const shown = withAvatar(target, organizationId, path, async ({ source, key }) => {
        await write((writer) => updateAccount(writer, id, { avatar_source: source, avatar_key: key }));
        return key;
      });
      if ((await unlessUnreadable(shown)) === undefined)
        notes.add(PICTURES_OF_PEOPLE, 'they cannot be read, or are too large');
    } finally {
      await rm(copy, { force: true });
    }
  }
}

const PICTURES_OF_PEOPLE = 'pictures of people';

/** Where a picture lies on the disk: one that was fetched as `copy`; undefined where it cannot be had. */
async function pictureAt(file: FileSource, copy: string, fetcher: FileFetcher): Promise<string | undefined> {
  if (!('address' in file)) return file.path;
  const bytes = await fetcher.bytesAt(file.address, PICTURES_OF_PEOPLE);
  if (bytes) await writeFile(copy, bytes);
  return bytes && copy;
}

/** The version of pictures that an import brings. */
const VERSION = 2;

async function writePictures({ ids, directory, target, notes }: FileContext): Promise<void> {
  const { organizationId } = ids;
  for (const { picture: name, file } of directory.pictures) {
    const version = { organizationId, picture: name, version: VERSION };
    if (await readOrganizationPicture(target.fileStore, version)) continue;
    const kept = keepOrganizationPicture(target, version, file.path).then(() => true);
    if (!(await unlessUnreadable(kept))) notes.add(name, 'the picture cannot be read, or is too large');
  }
}

/** The settings that show the pictures which are kept. */
export async function pictureSettings(
  { fileStore }: ImportTarget,
  organizationId: number,
): Promise<Record<string, unknown>> {
  const settings: Record<string, unknown> = {};
  for (const name of pictures) {
    if (!(await readOrganizationPicture(fileStore, { organizationId, picture: name, version: VERSION })))
      continue;
    settings[`${name}_source`] = 'U';
    settings[`${name}_version`] = VERSION;
  }
  return settings;
}

async function writeUploads(context: FileContext): Promise<void> {
  const { database, ids, reader, progress, notes } = context;
  const rows = await database
    .reader(ids.organizationId)
    .db.selectFrom('attachment')
    .select('path_id')
    .where('organization_id', '=', ids.organizationId)
    .execute();
  const present = new Set(rows.map(({ path_id }) => path_id));
  const accounts = new Set(context.directory.accounts.map(({ id }) => id));
  const fetcher = new FileFetcher(context.target.fetchFile, notes);
  let done = 0;
  const underWay = new Set<Promise<void>>();
  try {
    for await (const upload of reader.uploads(notes)) {
      const pathId = ids.path(upload.pathId);
      if (present.has(pathId)) continue;
      present.add(pathId);
      if (!uploadPlace(pathId) || !accounts.has(upload.ownerId)) {
        notes.add('uploads', 'nobody in the archive owns them, or they have no address');
        continue;
      }
      const work = writeUpload(context, pathId, upload, fetcher).then(() => {
        progress('files', ++done, undefined);
        underWay.delete(work);
      });
      // Whoever waits for all hears of a failure, also of one that comes while the next upload is read.
      work.catch(() => undefined);
      underWay.add(work);
      if (underWay.size >= AT_ONCE) await Promise.race(underWay);
    }
    await Promise.all(underWay);
  } finally {
    // What is under way ends before what it works with is closed.
    await Promise.allSettled(underWay);
  }
}

async function writeUpload(
  { write, ids, target }: FileContext,
  pathId: string,
  upload: ImportedUpload,
  fetcher: FileFetcher,
): Promise<void> {
  const copy = join(target.workFolder, `upload-${uploadPlace(pathId)?.secret}`);
  try {
    const content = await contentOf(upload.file, copy, fetcher);
    if (content === undefined) return;
    const image = await picture(target.pictures, content);
    // What an interrupted import has kept without a row is written over.
    await removeUpload(target.fileStore, pathId);
    await keepUpload(target.fileStore, pathId, content, image?.sizes ?? []);
    const name = shownName(upload.name);
    await write((writer) =>
      insertAttachment(writer, {
        account_id: ids.account(upload.ownerId),
        path_id: pathId,
        name,
        size: Buffer.isBuffer(content) ? content.length : content.size,
        content_type: image?.contentType ?? upload.contentType ?? typeByName(name),
        created_at: upload.createdAt,
        image_width: image?.width ?? null,
        image_height: image?.height ?? null,
        is_animated: image?.isAnimated ? 1 : 0,
        is_transcoded: image?.isTranscoded ? 1 : 0,
      }),
    );
  } finally {
    await rm(copy, { force: true });
  }
}

/** The bytes, or a copy that the store may take: the archive itself stays as it is. Undefined where they cannot be had. */
async function contentOf(file: FileSource, copy: string, fetcher: FileFetcher): Promise<Content | undefined> {
  if ('address' in file) return fetcher.bytesAt(file.address, 'files');
  const { path, size } = file;
  if (size <= IN_MEMORY) return readFile(path);
  await copyFile(path, copy);
  return { path: copy, size };
}
