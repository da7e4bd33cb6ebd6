// Opens the GIF picker, which is loaded on first use.

import { loadSecondary } from '../components/lazy-chunks.ts';
import { showError } from '../components/status-line.tsx';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { type GifProviderName, isGifProvider } from '../lib/gif-providers.ts';
import type { GifPickerOptions } from './gif-picker-options.ts';

/** The provider in which the organization's people search; undefined if GIFs are off. */
export function gifProviderOf({ state }: Organization): GifProviderName | undefined {
  const { realm_gif_provider: provider, realm_gif_rating_policy: rating } = state;
  return isGifProvider(provider) && rating !== 0 ? provider : undefined;
}

/** Shows the picker, unless GIFs have been turned off. */
export async function openGifs(options: GifPickerOptions): Promise<void> {
  const provider = gifProviderOf(options.organization);
  if (!provider) return;
  try {
    const { showGifPicker } = await loadSecondary(() => import('./gif-picker.tsx'));
    showGifPicker(provider, options);
  } catch {
    showError(t('frame.unreachable'));
  }
}
