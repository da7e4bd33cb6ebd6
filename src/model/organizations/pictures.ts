// The addresses of an organization's icon and logos.

import { createHash } from 'node:crypto';
import type { Organization } from './organization.ts';

const GENERATED_ICONS = 'https://secure.gravatar.com/avatar';
const DEFAULT_LOGO = '/static/images/logo/organization-logo.svg';

/** Uploaded, or generated from the organization's identity by the external service that also draws avatars. */
export function iconUrl(organization: Organization): string {
  const { icon_source: source, icon_version: version } = organization.settings;
  if (source === 'U') return `/user_avatars/${organization.id}/realm/icon.png?version=${version}`;
  const hash = createHash('md5').update(organization.uuid).digest('hex');
  return `${GENERATED_ICONS}/${hash}?d=identicon&version=${version}`;
}

/** The wide logo of light or dark themes. */
export function logoUrl(organization: Organization, theme: 'light' | 'dark'): string {
  const { settings } = organization;
  const [source, version, file] =
    theme === 'light'
      ? [settings.logo_source, settings.logo_version, 'logo']
      : [settings.night_logo_source, settings.night_logo_version, 'night_logo'];
  return source === 'U'
    ? `/user_avatars/${organization.id}/realm/${file}.png?version=${version}`
    : `${DEFAULT_LOGO}?version=${version}`;
}
