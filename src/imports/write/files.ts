// The files of an import: uploads, avatars and custom emoji. Bytes are stored before the rows that refer to them,
// so that an interrupted import continues with the files that have no row.

import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isClientError } from '../../api-contract/error.ts';
import type { Content } from '../../files/file-store.ts';
import type { UploadedFile } from '../../markdown/contract.ts';
import { withAvatar } from '../../model/avatars/avatar-files.ts';
import { storeEmojiPicture } from '../../model/emoji/emoji-files.ts';
import { emojiUrl } from '../../model/emoji/wire-emoji.ts';
import {
  organizationPictures,
  readOrganizationPicture,
  storeOrganizationPicture,
} from '../../model/organizations/picture-files.ts';
import { renderedUpload } from '../../model/uploads/attachment.ts';
import { typeByName } from '../../model/uploads/media-type.ts';
import { displayName, parseUploadPath } from '../../model/uploads/path-id.ts';
import { removeUpload, storeUpload } from '../../model/uploads/upload-files.ts';
import { thumbnailedPicture } from '../../model/uploads/upload-thumbnails.ts';
import { updateAccount } from '../../stores/accounts/account-store.ts';
import { readEmoji } from '../../stores/emoji/emoji-store.ts';
import { importTables } from '../../stores/imports/import-tables.ts';
import { insertAttachment } from '../../stores/uploads/upload-store.ts';
import type { FileSource, ImportedEmoji, ImportedUpload } from '../records/directory.ts';
import { FileFetcher } from './fetch-file.ts';
import type { RelationContext } from './relations.ts';
import { RowsByTable } from './rows.ts';
import type { ImportTarget, Progress } from './target.ts';

/** Larger files are passed to the store as files. */
const IN_MEMORY_BYTES = 4 * 1024 * 1024;
/** The maximum number of uploads processed at the same time. */
const MAX_CONCURRENT = 4;

export interface FileContext extends RelationContext {
  readonly target: ImportTarget;
  readonly progress: Progress;
}

/** The facts about stored files that rendering and messages need. */
export interface StoredFiles {
  readonly emoji: ReadonlyMap<string, { readonly id: number; readonly url: string }>;
  /** The uploads by path. */
  readonly uploads: ReadonlyMap<string, UploadedFile>;
  readonly attachments: ReadonlyMap<string, number>;
}

/** Stores all files that are not yet stored. */
export async function writeFiles(context: FileContext): Promise<void> {
  await writeEmoji(context);
  await writeAvatars(context);
  await writePictures(context);
  await writeUploads(context);
}

/** The files that are already stored. */
export async function storedFiles({ database, ids }: RelationContext): Promise<StoredFiles> {
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
  const storedIds = new Set((await readEmoji(database.reader(ids.organizationId))).map(({ id }) => id));
  for (const emoji of directory.emoji) {
    const id = ids.of('emoji', emoji.id);
    if (storedIds.has(id)) continue;
    const storedPicture = await storePicture(emoji, ids.organizationId, target);
    if (!storedPicture) {
      notes.add('custom emoji', 'their pictures are missing or cannot be read');
      continue;
    }
    const rows = new RowsByTable();
    rows.add(importTables.custom_emoji, {
      id,
      organization_id: ids.organizationId,
      name: emoji.name,
      author_id: ids.optional('account', emoji.authorId),
      file_name: storedPicture.fileName,
      is_animated: storedPicture.isAnimated,
      is_deactivated: emoji.isDeactivated,
    });
    await write((writer) => rows.insert(writer));
  }
}

async function storePicture({ file }: ImportedEmoji, organizationId: number, target: ImportTarget) {
  if (!file) return undefined;
  return unlessUnreadable(storeEmojiPicture(target, organizationId, file.path));
}

/** The result of work on a picture; undefined if the picture cannot be read. */
async function unlessUnreadable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isClientError(error)) return undefined;
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
  let avatarsDone = 0;
  for (const { accountId, file } of directory.avatars) {
    const id = ids.account(accountId);
    if (keys.get(id) !== null) continue;
    progress('pictures', ++avatarsDone, directory.avatars.length);
    const copy = join(target.workFolder, `picture-${organizationId}-${id}`);
    try {
      const path = await pictureAt(file, copy, fetcher);
      if (path === undefined) continue;
      const avatarKey = withAvatar(target, organizationId, path, async ({ source, key }) => {
        await write((writer) => updateAccount(writer, id, { avatar_source: source, avatar_key: key }));
        return key;
      });
      if ((await unlessUnreadable(avatarKey)) === undefined)
        notes.add(PICTURES_OF_PEOPLE, 'they cannot be read, or are too large');
    } finally {
      await rm(copy, { force: true });
    }
  }
}

const PICTURES_OF_PEOPLE = 'pictures of people';

/** The path of a picture on disk; fetched pictures are written to `copy`. Undefined if it is not available. */
async function pictureAt(file: FileSource, copy: string, fetcher: FileFetcher): Promise<string | undefined> {
  if (!('address' in file)) return file.path;
  const bytes = await fetcher.bytesAt(file.address, PICTURES_OF_PEOPLE);
  if (bytes) await writeFile(copy, bytes);
  return bytes && copy;
}

/** The version of imported pictures. */
const VERSION = 2;

async function writePictures({ ids, directory, target, notes }: FileContext): Promise<void> {
  const { organizationId } = ids;
  for (const { picture: name, file } of directory.pictures) {
    const version = { organizationId, picture: name, version: VERSION };
    if (await readOrganizationPicture(target.fileStore, version)) continue;
    const storing = storeOrganizationPicture(target, version, file.path).then(() => true);
    if (!(await unlessUnreadable(storing))) notes.add(name, 'the picture cannot be read, or is too large');
  }
}

/** The settings that enable the stored pictures of the organization. */
export async function pictureSettings(
  { fileStore }: ImportTarget,
  organizationId: number,
): Promise<Record<string, unknown>> {
  const settings: Record<string, unknown> = {};
  for (const name of organizationPictures) {
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
  const storedPaths = new Set(rows.map(({ path_id }) => path_id));
  const accounts = new Set(context.directory.accounts.map(({ id }) => id));
  const fetcher = new FileFetcher(context.target.fetchFile, notes);
  let uploadsDone = 0;
  const running = new Set<Promise<void>>();
  try {
    for await (const upload of reader.uploads(notes)) {
      const pathId = ids.path(upload.pathId);
      if (storedPaths.has(pathId)) continue;
      storedPaths.add(pathId);
      if (!parseUploadPath(pathId) || !accounts.has(upload.ownerId)) {
        notes.add('uploads', 'their owner is not in the archive, or they have no URL');
        continue;
      }
      const work = writeUpload(context, pathId, upload, fetcher).then(() => {
        progress('files', ++uploadsDone, undefined);
        running.delete(work);
      });
      // A failure is reported by the code that waits for all, including one that occurs while the next upload is read.
      work.catch(() => undefined);
      running.add(work);
      if (running.size >= MAX_CONCURRENT) await Promise.race(running);
    }
    await Promise.all(running);
  } finally {
    // Let running work end before its resources are closed.
    await Promise.allSettled(running);
  }
}

async function writeUpload(
  { write, ids, target }: FileContext,
  pathId: string,
  upload: ImportedUpload,
  fetcher: FileFetcher,
): Promise<void> {
  const copy = join(target.workFolder, `upload-${parseUploadPath(pathId)?.secret}`);
  try {
    const content = await contentOf(upload.file, copy, fetcher);
    if (content === undefined) return;
    const image = await thumbnailedPicture(target.pictures, content);
    // Replace bytes that an interrupted import stored without a row.
    await removeUpload(target.fileStore, pathId);
    await storeUpload(target.fileStore, pathId, content, image?.sizes ?? []);
    const name = displayName(upload.name);
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
        recording_seconds: null,
        waveform: null,
      }),
    );
  } finally {
    await rm(copy, { force: true });
  }
}

/** The bytes, or a copy that the store may take, so that the archive itself stays unchanged. Undefined if not available. */
async function contentOf(file: FileSource, copy: string, fetcher: FileFetcher): Promise<Content | undefined> {
  if ('address' in file) return fetcher.bytesAt(file.address, 'files');
  const { path, size } = file;
  if (size <= IN_MEMORY_BYTES) return readFile(path);
  await copyFile(path, copy);
  return { path: copy, size };
}
