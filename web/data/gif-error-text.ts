// Texts for errors of searches for GIFs, which only their screens load.

import { ParleyError } from '../../client/parley-error.ts';
import type { ErrorText } from '../components/error-text.ts';
import { t } from '../i18n/texts.ts';
import { type GifProviderName, gifProviderNames } from '../lib/gif-providers.ts';
import { errorTextOf } from './attempt.ts';

const keys = {
  GIF_KEY_REFUSED: 'gifs.keyRefused',
  GIF_PROVIDER_BUSY: 'gifs.busy',
  GIF_PROVIDER_UNAVAILABLE: 'gifs.unavailable',
} as const;

/** The text for an error; for administrators it says what to change. Rethrows a bug. */
export function gifErrorText(error: unknown, provider: GifProviderName, isAdmin: boolean): ErrorText {
  const code = error instanceof ParleyError ? error.code : '';
  if (code === 'GIFS_OFF') return { text: t('gifs.off') };
  if (!Object.hasOwn(keys, code)) return errorTextOf(error);
  const key = keys[code as keyof typeof keys];
  const isForAdmin = key !== 'gifs.keyRefused' || isAdmin;
  return { text: t(isForAdmin ? key : 'gifs.keyRefusedTell', { provider: gifProviderNames[provider] }) };
}
