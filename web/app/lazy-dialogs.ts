// Opens dialogs that are loaded on first use.

import { openLazily } from '../components/open-lazily.ts';
import type { Organization } from '../data/organization.ts';

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
    () => import('../forms/pause-notifications.ts'),
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
