// Changes an organization's icon or one of its logos inside a unit of work.

import { badRequest } from '../../api-contract/error.ts';
import { organizationPictureChanged } from '../../model/organizations/organization-events.ts';
import type { OrganizationPicture } from '../../model/organizations/picture-files.ts';
import { iconUrl, logoUrl } from '../../model/organizations/picture-urls.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { readOrganization } from '../../stores/organizations/organization-store.ts';
import { changeSettings } from '../../stores/organizations/setting-store.ts';
import { audit } from '../audit/audit.ts';

const generated = { icon: 'G', logo: 'D', night_logo: 'D' } as const;

/**
 * Shows an uploaded picture, whose file has the given version, or the generated one under a new version.
 * Returns the picture's address. Refuses a version that is not newer than the current one.
 */
export async function changePicture(
  writer: Writer,
  picture: OrganizationPicture,
  shown: 'uploaded' | 'generated',
  version: number,
): Promise<string> {
  const { settings } = await readOrganization(writer);
  if (settings[`${picture}_version`] >= version)
    throw badRequest('Another picture was just uploaded. Try again.');
  const source = shown === 'uploaded' ? 'U' : generated[picture];
  await audit(writer, { kind: 'organization_picture_changed', details: { picture, shown } });
  await changeSettings(writer, { [`${picture}_source`]: source, [`${picture}_version`]: version });
  const organization = await readOrganization(writer);
  const url =
    picture === 'icon' ? iconUrl(organization) : logoUrl(organization, picture === 'logo' ? 'light' : 'dark');
  writer.emit(organizationPictureChanged(picture, url, source));
  return url;
}
