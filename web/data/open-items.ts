// The items of a menu that open a conversation or channel elsewhere than in the view.

import type { MenuItem } from '../components/menu-item.ts';
import { isWide, WITH_TABLET_REM } from '../components/use-wide.ts';
import { t } from '../i18n/texts.ts';
import { hasSpaceBeside } from './beside-address.ts';
import { openInWindow } from './conversation-windows.ts';
import { openBeside } from './open-beside.ts';
import type { Organization } from './organization.ts';

/** The items. Their texts must be loaded: they are in the part `secondary`. */
export function openItems(address: string, organization: Organization): MenuItem[] {
  const beside: MenuItem = {
    label: t('beside.open'),
    icon: 'beside',
    onChoose: () => openBeside(address, organization),
  };
  const inWindow: MenuItem = {
    label: t('beside.openWindow'),
    icon: 'window',
    onChoose: () => openInWindow(address),
  };
  // Phones have neither.
  return [...(hasSpaceBeside() ? [beside] : []), ...(isWide(WITH_TABLET_REM) ? [inWindow] : [])];
}
