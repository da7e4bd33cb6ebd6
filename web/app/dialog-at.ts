// What an address opens over the current view.

import { showError } from '../components/status-line.tsx';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { addressedDialogs, isAddressedDialog } from './addressed-dialogs.ts';

/** What an address opens over the view; undefined for the address of a view. */
export function dialogAt(fragment: string): ((organization: Organization) => Promise<void>) | undefined {
  const [first = '', second = '', rest = ''] = fragment.replace(/^#/, '').split('/');
  const longName = `${first}/${second}`;
  const name = isAddressedDialog(longName) ? longName : first;
  if (!isAddressedDialog(name)) return undefined;
  return async (organization) => {
    if (organization.isAnonymous && addressedDialogs[name] === 'members')
      return showError(t('frame.membersOnly'));
    try {
      const { openAddressedDialog } = await import('./open-addressed-dialog.ts');
      await openAddressedDialog(name, organization, rest);
    } catch {
      showError(t('frame.unreachable'));
    }
  };
}
