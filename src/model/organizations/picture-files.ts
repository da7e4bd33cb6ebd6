// The icon and logos that administrators upload, scaled and kept as `organization/{id}/{picture}-{version}`. Each
// version is a file of its own and never changes.

import type { FileStore } from '../../files/file-store.ts';
import type { PicturePlace, Pictures } from '../../images/pictures.ts';

/** The pictures of an organization: its icon, and its wide logo for light and for dark themes. */
export const pictures = ['icon', 'logo', 'night_logo'] as const;
export type Picture = (typeof pictures)[number];

const ICON_SIDE = 100;
const LOGO = { width: 800, height: 100 } as const;

/** Names what is kept of a picture. */
export interface PictureVersion {
  readonly organizationId: number;
  readonly picture: Picture;
  readonly version: number;
}

function folderOf(organizationId: number): string {
  return `organization/${organizationId}`;
}

async function scaled(pictures: Pictures, picture: Picture, path: string): Promise<Buffer> {
  if (picture !== 'icon') return pictures.fitting(path, LOGO);
  const [icon] = await pictures.squares(path, [ICON_SIDE]);
  if (!icon) throw new Error('a picture was made in no size');
  return icon;
}

/** Keeps the picture at a path as a version. @throws `BAD_IMAGE` for what cannot be read as a picture */
export async function keepOrganizationPicture(
  { fileStore, pictures }: PicturePlace,
  { organizationId, picture, version }: PictureVersion,
  path: string,
): Promise<void> {
  const content = await scaled(pictures, picture, path);
  await fileStore.write(folderOf(organizationId), [{ name: `${picture}-${version}`, content }]);
}

/** The bytes of a version; undefined when there is none. */
export function readOrganizationPicture(
  store: FileStore,
  { organizationId, picture, version }: PictureVersion,
): Promise<Buffer | undefined> {
  return store.read(`${folderOf(organizationId)}/${picture}-${version}`);
}
