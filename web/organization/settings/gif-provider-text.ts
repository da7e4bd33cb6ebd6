// The names of the values of the setting `gif_provider`.

import { t } from '../../i18n/texts.ts';
import { gifProviderNames, isGifProvider } from '../../lib/gif-providers.ts';

export function gifProviderText(value: unknown): string {
  return isGifProvider(value) ? gifProviderNames[value] : t('gif.noProvider');
}
