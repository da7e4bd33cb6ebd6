// What differs between providers of GIFs: the address of a request, and what an answer means. Also the checks of the
// parts of an answer: its addresses are signed for this server and put into messages, so they must be the provider's.

import { type Codec, jsonText, numberOrText, wrongType } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import type { GifPage, GifQuery } from '../../model/gifs/gif-provider.ts';

/** Where a provider's API is, and where its pictures are. */
export interface ProviderAddresses {
  /** Without a trailing slash. */
  readonly api: string;
  /** The host of the pictures, or the domain of their hosts. */
  readonly pictures: string;
}

export interface ProviderProtocol {
  /** The address of a request, which contains the key. It must not get into logs and errors. */
  address(key: string, query: GifQuery): string;
  /** The page in the JSON of an answer; undefined if it is none. */
  decode(json: unknown, query: GifQuery): GifPage | undefined;
  /** HTTP statuses with which it refuses a key. */
  readonly refusals: readonly number[];
}

/** What ends an address in Markdown, and white space. */
const UNSAFE = /[\s()<>"\\]/;

/** An address of a picture at a provider. */
export function pictureAddress({ api, pictures }: ProviderAddresses): Codec<string> {
  const { protocol } = new URL(api);
  return {
    schema: { type: 'string', format: 'uri' },
    decode(value, path) {
      const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
      const isOwn = url && (url.hostname === pictures || url.hostname.endsWith(`.${pictures}`));
      if (!isOwn || url.protocol !== protocol || url.username !== '' || UNSAFE.test(url.href))
        throw wrongType(path, "an address of the provider's pictures", value);
      if (url.href.length > limits.gifAddressCharacters) throw wrongType(path, 'a short address', value);
      return url.href;
    },
  };
}

/** An address that clients recognize as a picture by its end. */
export function gifAddress(addresses: ProviderAddresses): Codec<string> {
  const picture = pictureAddress(addresses);
  return {
    schema: picture.schema,
    decode(value, path) {
      const address = picture.decode(value, path);
      if (!/\.gif$/i.test(new URL(address).pathname)) throw wrongType(path, 'the address of a GIF', value);
      return address;
    },
  };
}

const MAX_PIXELS = 10_000;

/** A width or a height. Some providers write it as a text. */
export const pixels: Codec<number> = {
  schema: numberOrText.schema,
  decode(value, path) {
    const found = numberOrText.decode(value, path);
    if (!Number.isInteger(found) || found < 1 || found > MAX_PIXELS)
      throw wrongType(path, 'a number of pixels', value);
    return found;
  },
};

/** White space, and control characters, with those for the direction of text. */
const SPACE = /[\p{Cc}\s\u202A-\u202E\u2066-\u2069]+/gu;

/** A title in one line, cut if it is long. */
export const title: Codec<string> = {
  schema: jsonText.schema,
  decode(value, path) {
    const line = jsonText.decode(value, path).toWellFormed().replace(SPACE, ' ').trim();
    return [...line].slice(0, limits.gifTitleCodePoints).join('').trim();
  },
};
