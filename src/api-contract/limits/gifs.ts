// Limits of searches for GIFs, which other services answer.

import { MEBIBYTE } from './mebibyte.ts';

export const gifLimits = {
  /** What providers accept as the words of a search. */
  gifSearchCodePoints: 50,
  /** The GIFs of a page, and the pages of a search. */
  gifsPerPage: 24,
  gifPages: 20,
  /** How long a request to a provider may take, and how large the answer may be. */
  gifProviderSeconds: 5,
  gifAnswerBytes: MEBIBYTE,
  /** Longer titles are cut; a GIF with a longer address is left out. */
  gifTitleCodePoints: 150,
  gifAddressCharacters: 1000,
  /** Concurrent requests to providers: in total, of one organization, and of one including requests that wait. */
  gifRequestsAtOnce: 16,
  gifRequestsPerOrganizationAtOnce: 4,
  gifRequestsPerOrganization: 16,
  /** Pages in memory, and how long each is used. */
  gifCachedPages: 200,
  gifCachedSeconds: 300,
  /** How long a provider is not asked after it has refused to answer more searches. */
  gifPauseSeconds: 30,
  /** Searches of one account. */
  gifSearchesPerMinute: 40,
} as const;
