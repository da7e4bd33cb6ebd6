// The icon and logos that administrators upload, kept as they come below the data directory as
// `organization/{id}/{picture}-{version}`. Each version is a file of its own and never changes.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError, badRequest } from '../../contract/error.ts';
import { limits } from '../../contract/limits.ts';
import { imageKind } from '../images/image-format.ts';

const MIB = 1024 * 1024;

export const pictures = ['icon', 'logo', 'night_logo'] as const;
export type Picture = (typeof pictures)[number];

function pathOf(dataDirectory: string, organizationId: number, picture: Picture, version: number): string {
  return join(dataDirectory, 'organization', String(organizationId), `${picture}-${version}`);
}

/** Keeps a picture. @throws `BAD_IMAGE` for what is no GIF, JPEG, PNG or WebP. */
export async function keepOrganizationPicture(
  dataDirectory: string,
  organizationId: number,
  picture: Picture,
  version: number,
  bytes: Buffer,
): Promise<void> {
  if (bytes.length > limits.iconMegabytes * MIB) {
    throw badRequest(`Uploaded file is larger than the allowed limit of ${limits.iconMegabytes} MiB`);
  }
  if (!imageKind(bytes)) throw new ApiError(400, 'BAD_IMAGE', 'Invalid image format');
  const path = pathOf(dataDirectory, organizationId, picture, version);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, bytes);
}

/** The bytes of a version; undefined when there is none. */
export async function readOrganizationPicture(
  dataDirectory: string,
  organizationId: number,
  picture: Picture,
  version: number,
): Promise<Buffer | undefined> {
  return readFile(pathOf(dataDirectory, organizationId, picture, version)).catch(() => undefined);
}
