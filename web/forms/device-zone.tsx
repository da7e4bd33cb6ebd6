// Says in which time zone a time is chosen, to a person whose account has another one than this device. Loaded with the
// dialog that asks for a time.

import { useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { isOtherZone } from '../lib/is-other-zone.ts';

export function DeviceZone() {
  const zone = useOrganizationState(({ user_settings: settings }) => settings?.timezone);
  const device = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return isOtherZone(zone, device) ? <p class="soft">{t('quiet.deviceZone', { zone: device })}</p> : null;
}
