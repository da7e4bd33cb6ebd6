// The providers of GIFs, and what their terms require of a picker. Their names and attributions are not translated.

/** The names by their values in the setting `gif_provider`. */
export const gifProviderNames = { giphy: 'GIPHY', klipy: 'KLIPY' } as const;

export type GifProviderName = keyof typeof gifProviderNames;

export function isGifProvider(value: unknown): value is GifProviderName {
  return typeof value === 'string' && Object.hasOwn(gifProviderNames, value);
}

/** The placeholder of the search field; KLIPY requires it. */
export const searchAttribution = (provider: GifProviderName) => `Search ${gifProviderNames[provider]}`;

/** The line below the GIFs; GIPHY requires it. */
export const attribution = (provider: GifProviderName) => `Powered by ${gifProviderNames[provider]}`;
