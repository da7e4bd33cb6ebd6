// Opens the dialog of keyboard shortcuts, which is loaded on first use.

import { loadSecondary } from '../components/further.ts';
import { showError } from '../components/status-line.tsx';
import { t } from '../i18n/words.ts';

export async function showShortcuts(): Promise<void> {
  try {
    const { showShortcutsDialog } = await loadSecondary(() => import('./shortcuts-dialog.tsx'));
    showShortcutsDialog();
  } catch {
    showError(t('shell.unreachable'));
  }
}
