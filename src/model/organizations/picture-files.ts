// Stores the icon and logos that administrators upload, scaled, as `organization/{id}/{picture}-{version}`.
// Each version is a separate file that never changes.

import type { FileStore } from '../../files/file-store.ts';
import type { PictureServices, Pictures } from '../../images/pictures.ts';
import type { PictureSource } from '../../images/scaling.ts';

/** An organization's icon, and its wide logos for light and dark themes. */
export const organizationPictures = ['icon', 'logo', 'night_logo'] as const;
export type OrganizationPicture = (typeof organizationPictures)[number];

const ICON_SIDE = 100;
const LOGO = { width: 800, height: 100 } as const;

/** Identifies a stored picture. */
export interface PictureVersion {
  readonly organizationId: number;
  readonly picture: OrganizationPicture;
  readonly version: number;
}

function folderOf(organizationId: number): string {
  return `organization/${organizationId}`;
}

async function scale(
  pictures: Pictures,
  picture: OrganizationPicture,
  source: PictureSource,
): Promise<Buffer> {
  if (picture !== 'icon') return pictures.fitting(source, LOGO);
  const [icon] = await pictures.squares(source, [ICON_SIDE]);
  if (!icon) throw new Error('the scaled icon is missing');
  return icon;
}

/** Scales a picture and stores it as a version. @throws `BAD_IMAGE` if it cannot be read as a picture */
export async function storeOrganizationPicture(
  { fileStore, pictures }: PictureServices,
  { organizationId, picture, version }: PictureVersion,
  source: PictureSource,
): Promise<void> {
  const content = await scale(pictures, picture, source);
  await fileStore.write(folderOf(organizationId), [{ name: `${picture}-${version}`, content }]);
}

/** The bytes of a version; undefined if it does not exist. */
export function readOrganizationPicture(
  store: FileStore,
  { organizationId, picture, version }: PictureVersion,
): Promise<Buffer | undefined> {
  return store.read(`${folderOf(organizationId)}/${picture}-${version}`);
}
