// Opens the list of keys, which is loaded when it is first opened.

import { t } from '../i18n/words.ts';
import { further } from '../parts/further.ts';
import { sayProblem } from '../parts/status-line.tsx';

export async function showShortcuts(): Promise<void> {
  try {
    const { showShortcutsDialog } = await further(() => import('./shortcuts-dialog.tsx'));
    showShortcutsDialog();
  } catch {
    sayProblem(t('shell.unreachable'));
  }
}
