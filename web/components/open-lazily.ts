// Opens dialogs and uses other code that is loaded on first use.

import { t } from '../i18n/texts.ts';
import { loadSecondary } from './lazy-chunks.ts';
import { showError } from './status-line.tsx';

/** Loads a chunk and shows its dialog; reports an error if it cannot be loaded. */
export async function openLazily<T>(load: () => Promise<T>, show: (chunk: T) => void): Promise<void> {
  try {
    show(await loadSecondary(load));
  } catch {
    showError(t('frame.unreachable'));
  }
}
