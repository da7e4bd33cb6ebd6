// Opens dialogs that are loaded on first use.

import { loadSecondary } from '../components/lazy-chunks.ts';
import { showError } from '../components/status-line.tsx';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';

/** Loads a chunk and shows its dialog; reports an error if it cannot be loaded. */
export async function openLazily<T>(load: () => Promise<T>, show: (chunk: T) => void): Promise<void> {
  try {
    show(await loadSecondary(load));
  } catch {
    showError(t('frame.unreachable'));
  }
}

/** Opens the dialog of keyboard shortcuts. */
export function showShortcuts(): Promise<void> {
  return openLazily(
    () => import('./shortcuts-dialog.tsx'),
    ({ showShortcutsDialog }) => showShortcutsDialog(),
  );
}

/** Pauses notifications, after asking until when, or resumes them. */
export function changePause(organization: Organization): Promise<void> {
  return openLazily(
    () => import('../people/pause-notifications.ts'),
    ({ pauseOrResume }) => pauseOrResume(organization),
  );
}

/** Opens the dialog for the viewer's own status. */
export function showOwnStatus(organization: Organization): Promise<void> {
  return openLazily(
    () => import('../people/status-dialog.tsx'),
    ({ showStatusDialog }) => showStatusDialog(organization),
  );
}
