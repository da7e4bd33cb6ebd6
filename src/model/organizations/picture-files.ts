// The icon and logos that administrators upload, kept as they come as `organization/{id}/{picture}-{version}`. Each version is a file of its own and never changes.

import { ApiError } from '../../contract/error.ts';
import type { FileStore } from '../files/file-store.ts';
import { imageKind } from '../images/image-format.ts';

/** The pictures of an organization: its icon, and its wide logo for light and for dark themes. */
export const pictures = ['icon', 'logo', 'night_logo'] as const;
export type Picture = (typeof pictures)[number];

function folderOf(organizationId: number): string {
  return `organization/${organizationId}`;
}

/** Keeps a picture. @throws `BAD_IMAGE` for what is no GIF, JPEG, PNG or WebP. */
export async function keepOrganizationPicture(
  store: FileStore,
  organizationId: number,
  picture: Picture,
  version: number,
  bytes: Buffer,
): Promise<void> {
  if (!imageKind(bytes)) throw new ApiError(400, 'BAD_IMAGE', 'Invalid image format');
  await store.write(folderOf(organizationId), [{ name: `${picture}-${version}`, content: bytes }]);
}

/** The bytes of a version; undefined when there is none. */
export function readOrganizationPicture(
  store: FileStore,
  organizationId: number,
  picture: Picture,
  version: number,
): Promise<Buffer | undefined> {
  return store.read(`${folderOf(organizationId)}/${picture}-${version}`);
}
