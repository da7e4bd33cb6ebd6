// The pictures of custom emoji, kept below the data directory as `emoji/{organization}/{file}`, and the still
// pictures of those that move in `emoji/{organization}/still/{file}`.

import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { extensions, imageKind } from '../images/image-format.ts';
import { stillImage } from '../images/still-image.ts';

const MIB = 1024 * 1024;

export interface KeptPicture {
  readonly fileName: string;
  readonly isAnimated: boolean;
}

export function emojiDirectory(dataDirectory: string, organizationId: number): string {
  return join(dataDirectory, 'emoji', String(organizationId));
}

/**
 * Keeps an uploaded picture under a name that nothing else has, so that a failure later leaves at most an
 * unused file.
 * @throws `BAD_IMAGE` for what is no GIF, JPEG, PNG or WebP.
 */
export async function keepPicture(directory: string, bytes: Buffer): Promise<KeptPicture> {
  if (bytes.length > limits.emojiMegabytes * MIB) {
    throw badRequest(`Uploaded file is larger than the allowed limit of ${limits.emojiMegabytes} MiB`);
  }
  const kind = imageKind(bytes);
  if (!kind) throw new ApiError(400, 'BAD_IMAGE', 'Invalid image format');
  const fileName = `${randomBytes(12).toString('hex')}.${extensions[kind.format]}`;
  await mkdir(join(directory, 'still'), { recursive: true });
  await writeFile(join(directory, fileName), bytes);
  if (kind.isAnimated) await writeFile(join(directory, 'still', fileName), stillImage(kind.format, bytes));
  return { fileName, isAnimated: kind.isAnimated };
}
