// The URLs of an organization's icon and logos.

import { createHash } from 'node:crypto';
import type { Organization } from './organization.ts';

const GENERATED_ICONS = 'https://secure.gravatar.com/avatar';
const DEFAULT_LOGO = '/static/images/logo/organization-logo.svg';

/** An uploaded icon, or one that the external avatar service generates from the organization's id. */
export function iconUrl(organization: Organization): string {
  const { icon_source: source, icon_version: version } = organization.settings;
  if (source === 'U') return `/user_avatars/${organization.id}/realm/icon.png?version=${version}`;
  const hash = createHash('md5').update(organization.uuid).digest('hex');
  return `${GENERATED_ICONS}/${hash}?d=identicon&version=${version}`;
}

/** The wide logo for light or dark themes. */
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
