// Searches at KLIPY: https://docs.klipy.com/gifs-api/gifs-search-api

import {
  type Decoded,
  decodedOrUndefined,
  exactly,
  ifValid,
  jsonBoolean,
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

export const klipyAddresses: ProviderAddresses = { api: 'https://api.klipy.com', pictures: 'klipy.com' };

/** KLIPY names how much is filtered out instead of what is allowed. */
const filters: Readonly<Record<GifRating, string>> = { 1: 'high', 2: 'medium', 3: 'low', 4: 'off' };

function itemCodec(addresses: ProviderAddresses) {
  const picture = pictureAddress(addresses);
  const gif = gifAddress(addresses);
  const small = record({ url: picture, width: pixels, height: pixels });
  return record({
    // Advertisements have another type, and are not asked for.
    type: exactly('gif'),
    title: ifValid(title),
    file: record({
      md: record({ gif: record({ url: gif }) }),
      sm: record({ gif: small, webp: ifValid(small), jpg: record({ url: picture }) }),
    }),
  });
}

function foundGif({ title = '', file }: Decoded<ReturnType<typeof itemCodec>>): FoundGif {
  const preview = file.sm.webp ?? file.sm.gif;
  return {
    title,
    url: file.md.gif.url,
    previewUrl: preview.url,
    stillUrl: file.sm.jpg.url,
    width: preview.width,
    height: preview.height,
  };
}

/** How KLIPY is asked. */
export function klipyProtocol(addresses: ProviderAddresses): ProviderProtocol {
  const answer = record({
    result: exactly(true),
    data: record({ data: validItems(itemCodec(addresses)), has_next: jsonBoolean }),
  });
  return {
    // With a wrong key in the path, KLIPY answers 404.
    refusals: [401, 403, 404],
    address(key, { words, page, rating }) {
      const kind = words === undefined ? 'trending' : 'search';
      const address = new URL(`${addresses.api}/api/v1/${key}/gifs/${kind}`);
      address.search = String(
        new URLSearchParams({
          ...(words !== undefined && { q: words }),
          page: String(page),
          per_page: String(limits.gifsPerPage),
          content_filter: filters[rating],
          format_filter: 'gif,webp,jpg',
        }),
      );
      return address.href;
    },
    decode(json) {
      const decoded = decodedOrUndefined(answer, json);
      return decoded && { gifs: decoded.data.data.map(foundGif), hasMore: decoded.data.has_next };
    },
  };
}
