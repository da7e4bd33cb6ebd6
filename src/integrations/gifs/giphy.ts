// Searches at GIPHY: https://developers.giphy.com/docs/api/endpoint/search

import {
  type Codec,
  count,
  type Decoded,
  decodedOrUndefined,
  exactly,
  ifValid,
  jsonText,
  record,
  validItems,
} from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { FoundGif, GifRating } from '../../model/gifs/gif-provider.ts';
import {
  gifAddress,
  type ProviderAddresses,
  type ProviderProtocol,
  pictureAddress,
  pixels,
  title,
} from './provider-protocol.ts';

export const giphyAddresses: ProviderAddresses = { api: 'https://api.giphy.com', pictures: 'giphy.com' };

const ratings: Readonly<Record<GifRating, string>> = { 1: 'g', 2: 'pg', 3: 'pg-13', 4: 'r' };

function itemCodec(addresses: ProviderAddresses) {
  const picture = pictureAddress(addresses);
  const gif = gifAddress(addresses);
  return record({
    title: ifValid(title),
    alt_text: ifValid(title),
    images: record({
      original: record({ url: gif }),
      // A version of at most 2 MB. Small GIFs have none.
      downsized: ifValid(record({ url: gif })),
      fixed_width: record({ url: picture, webp: ifValid(picture), width: pixels, height: pixels }),
      fixed_width_still: record({ url: picture }),
    }),
  });
}

function foundGif({ title, alt_text, images }: Decoded<ReturnType<typeof itemCodec>>): FoundGif {
  const { original, downsized, fixed_width: small, fixed_width_still: still } = images;
  return {
    title: alt_text || title || '',
    url: (downsized ?? original).url,
    previewUrl: small.webp ?? small.url,
    stillUrl: still.url,
    width: small.width,
    height: small.height,
  };
}

/** How GIPHY is asked. */
export function giphyProtocol(addresses: ProviderAddresses): ProviderProtocol {
  const items: Codec<Decoded<ReturnType<typeof itemCodec>>[]> = validItems(itemCodec(addresses));
  const answer = record({
    data: items,
    pagination: record({ total_count: count, count }),
    // Empty if GIPHY's own services fail, while the status says success.
    meta: record({ status: exactly(200), response_id: jsonText }),
  });
  return {
    refusals: [401, 403],
    address(key, { words, page, rating }) {
      const address = new URL(`${addresses.api}/v1/gifs/${words === undefined ? 'trending' : 'search'}`);
      address.search = String(
        new URLSearchParams({
          api_key: key,
          ...(words !== undefined && { q: words }),
          limit: String(limits.gifsPerPage),
          offset: String((page - 1) * limits.gifsPerPage),
          rating: ratings[rating],
        }),
      );
      return address.href;
    },
    decode(json, { page }) {
      const decoded = decodedOrUndefined(answer, json);
      if (decoded === undefined || decoded.meta.response_id === '') return undefined;
      const { total_count: total, count: sent } = decoded.pagination;
      return {
        gifs: decoded.data.map(foundGif),
        hasMore: sent > 0 && (page - 1) * limits.gifsPerPage + sent < total,
      };
    },
  };
}
