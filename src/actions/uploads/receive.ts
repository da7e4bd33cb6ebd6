// Stores a file that arrived by request or by mail: first its bytes, then, in a unit of work, the row that
// names them.

import { badRequest, changedNothing, notLoggedIn } from '../../api-contract/error.ts';
import { type Content, type FileStore, sizeOf } from '../../files/file-store.ts';
import type { Pictures } from '../../images/pictures.ts';
import type { Recording } from '../../markdown/contract.ts';
import type { Account } from '../../model/accounts/account.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Attachment } from '../../model/uploads/attachment.ts';
import { typeByName } from '../../model/uploads/media-type.ts';
import { displayName, newPathId, uploadUrl } from '../../model/uploads/path-id.ts';
import { removeUpload, storeUpload } from '../../model/uploads/upload-files.ts';
import { thumbnailedPicture } from '../../model/uploads/upload-thumbnails.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';
import type { Unit } from '../../storage/unit.ts';
import { accountById } from '../../stores/accounts/account-store.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { takeQuota } from '../../stores/quotas/take-quota.ts';
import {
  checkUploadQuota,
  type UploadBounds,
  type UploadQuotaContext,
} from '../../stores/uploads/upload-quota.ts';
import { insertAttachment } from '../../stores/uploads/upload-store.ts';
import { emitAttachments } from './upload-events.ts';

/** A stored file without a row. */
export type ReceivedFile = Omit<Attachment, 'id' | 'organization_id' | 'account_id' | 'created_at'>;

export interface ArrivedFile {
  readonly fileName: string;
  readonly content: Content;
  /** What its uploader measured. */
  readonly recording?: Recording | undefined;
}

/**
 * Stores a file and, for a picture, its other sizes; resolves once they are durable. @throws if it is said to be a
 * recording and is no audio file
 */
async function receiveFile(
  { state, store, pictures }: UploadContext,
  { fileName, content, recording }: ArrivedFile,
): Promise<ReceivedFile> {
  const name = displayName(fileName);
  const image = await thumbnailedPicture(pictures, content);
  const contentType = image?.contentType ?? typeByName(name);
  if (recording && !contentType.startsWith('audio/')) {
    throw badRequest('duration and waveform are only accepted for audio files');
  }
  const pathId = newPathId(state.id, name);
  await storeUpload(store, pathId, content, image?.sizes ?? []);
  return {
    path_id: pathId,
    name,
    size: sizeOf(content),
    content_type: contentType,
    image_width: image?.width ?? null,
    image_height: image?.height ?? null,
    is_animated: image?.isAnimated ? 1 : 0,
    is_transcoded: image?.isTranscoded ? 1 : 0,
    recording_seconds: recording?.seconds ?? null,
    waveform: recording?.waveform ?? null,
  };
}

/** Stores a file as an account's upload and emits it. @throws if the quota is used up */
async function addUpload(
  writer: Writer,
  { account: { id }, bounds }: UploadQuotaContext,
  file: ReceivedFile,
): Promise<Attachment> {
  const [organization, account] = [await readOrganization(writer), await accountById(writer, id)];
  if (!account) throw notLoggedIn();
  await checkUploadQuota(writer, { organization, account, bounds }, file.size);
  await takeQuota({ writer, organization, account }, 'uploads');
  const attachment = await insertAttachment(writer, {
    ...file,
    account_id: id,
    created_at: writer.now,
  });
  await emitAttachments(writer, 'add', [attachment]);
  return attachment;
}

export interface UploadContext {
  readonly state: { readonly id: number; readonly organization: Organization };
  readonly reader: Reader;
  readonly store: FileStore;
  readonly pictures: Pictures;
  readonly bounds: UploadBounds;
  write<T>(unit: Unit<T>): Promise<T>;
}

/**
 * Performs both steps; resolves with the address and name once the upload is durable. @throws if the quota
 * is used up
 */
export async function receiveUpload(
  context: UploadContext,
  { account, ...arrived }: ArrivedFile & { readonly account: Account },
): Promise<{ readonly url: string; readonly name: string }> {
  const { state, reader, store, bounds, write } = context;
  const uploading = { organization: state.organization, account, bounds };
  // Checked before the file is stored, so that uploads beyond the quota fill no disk, and again in the unit
  // of work.
  await checkUploadQuota(reader, uploading, sizeOf(arrived.content));
  const file = await receiveFile(context, arrived);
  try {
    await write((writer) => addUpload(writer, uploading, file));
  } catch (error) {
    // If the outcome of the commit is unknown, the row may exist and needs its file.
    if (changedNothing(error)) {
      // The caller needs the original error, not an error of the cleanup.
      await removeUpload(store, file.path_id).catch(() => undefined);
    }
    throw error;
  }
  return { url: uploadUrl(file.path_id), name: file.name };
}
