// The services in which people search for GIFs, and what the API uses of them. `integrations/gifs` implements it
// with the providers' protocols.

/** The providers that an organization can choose, with their names for people. */
export const gifProviders = {
  giphy: 'GIPHY',
  klipy: 'KLIPY',
} as const;

export type GifProvider = keyof typeof gifProviders;

/** The values of the setting `gif_provider`. */
export const gifProviderChoices = ['none', 'giphy', 'klipy'] as const;

/** What a key looks like. One provider has it in the path of its addresses. */
export const GIF_KEY = /^[A-Za-z0-9_-]{8,200}$/;

/** A GIF that a provider found. Its addresses are the provider's. */
export interface FoundGif {
  /** In one line; may be empty. */
  readonly title: string;
  /** The address for a message. */
  readonly url: string;
  /** A small version that moves, and its first frame. */
  readonly previewUrl: string;
  readonly stillUrl: string;
  /** The size of the small version, in pixels. */
  readonly width: number;
  readonly height: number;
}

export interface GifPage {
  readonly gifs: readonly FoundGif[];
  readonly hasMore: boolean;
}

/** The highest rating of GIFs, as the setting `gif_rating_policy` numbers it, without 0 for none. */
export type GifRating = 1 | 2 | 3 | 4;

/** What a person looks for. */
export interface GifQuery {
  readonly rating: GifRating;
  /** Undefined for the trending GIFs. */
  readonly words: string | undefined;
  /** From 1. */
  readonly page: number;
}

/** The organization that asks a provider, and its key. */
export interface GifAccess {
  readonly organizationId: number;
  readonly provider: GifProvider;
  readonly key: string;
}

export interface GifSearch {
  /** @throws the errors of `gif-errors.ts` */
  find(access: GifAccess, query: GifQuery): Promise<GifPage>;
  /** Asks a provider whether it accepts a key. @throws the errors of `gif-errors.ts` */
  check(access: GifAccess): Promise<void>;
}
