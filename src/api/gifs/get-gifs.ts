// GET /gifs: GIFs of the organization's provider, for the picker of a client. The server asks the provider, so that the
// provider learns neither who searches nor from where.

import { anyText, boolean, integer, list, record, trimmedText } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, withDefault } from '../../api-contract/parameter.ts';
import { externalMediaUrl } from '../../model/external-media/external-media-url.ts';
import { gifKeyRefused, gifsAreOff } from '../../model/gifs/gif-errors.ts';
import { gifProviders } from '../../model/gifs/gif-provider.ts';
import { readGifKey } from '../../stores/gifs/gif-key-store.ts';
import { readOperation } from '../operation.ts';

const gif = record({
  title: anyText,
  url: anyText,
  preview_url: anyText,
  still_url: anyText,
  width: integer({ minimum: 1 }),
  height: integer({ minimum: 1 }),
});

export const getGifs = readOperation({
  name: 'get-gifs',
  method: 'GET',
  path: '/gifs',
  summary:
    'Search for GIFs. `url` is for a message; `preview_url` and its first frame `still_url`, which this server serves, are for a list.',
  access: 'human',
  rateLimit: 'gifs',
  errors: ['GIFS_OFF', 'GIF_KEY_REFUSED', 'GIF_PROVIDER_BUSY', 'GIF_PROVIDER_UNAVAILABLE'],
  parameters: {
    query: optionally(
      trimmedText({ maximum: limits.gifSearchCodePoints }),
      'Words to search for; without them, the trending GIFs are returned.',
    ),
    page: withDefault(
      integer({ minimum: 1, maximum: limits.gifPages }),
      1,
      'The page of the results, from 1.',
    ),
  },
  result: { gifs: list(gif), has_more: boolean },
  async handle({ services, state, reader }, { query = '', page }) {
    const { id: organizationId, settings } = state.organization;
    const { gif_provider: provider, gif_rating_policy: rating } = settings;
    if (provider === 'none' || rating === 0) throw gifsAreOff();
    const key = await readGifKey(reader, services.keyring, provider);
    if (key === '') throw gifKeyRefused(gifProviders[provider]);
    const words = query === '' ? undefined : query;
    const found = await services.gifs.find({ organizationId, provider, key }, { rating, words, page });
    const proxied = (url: string) => externalMediaUrl(services.keyring, url);
    return {
      gifs: found.gifs.map(({ title, url, previewUrl, stillUrl, width, height }) => ({
        title,
        url,
        preview_url: proxied(previewUrl),
        still_url: proxied(stillUrl),
        width,
        height,
      })),
      has_more: found.hasMore,
    };
  },
});
