// The items of a menu that open a conversation or channel elsewhere than in the view.

import type { MenuItem } from '../components/menu-item.ts';
import { t } from '../i18n/texts.ts';
import { hasSpaceBeside } from './beside-address.ts';
import { openBeside } from './open-beside.ts';
import type { Organization } from './organization.ts';

/** Its texts are secondary. */
export function openItems(address: string, organization: Organization): MenuItem[] {
  if (!hasSpaceBeside()) return [];
  return [
    {
      label: t('beside.open'),
      icon: 'beside',
      onChoose: () => openBeside(address, organization),
    },
  ];
}
