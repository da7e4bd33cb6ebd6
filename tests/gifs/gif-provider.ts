// Stands in for both providers of GIFs: answers searches in their documented forms, and serves the pictures.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GifAddresses } from '../../src/integrations/gifs/provider-search.ts';
import { type StandIn, startStandIn } from '../calls/stand-in.ts';
import { animatedGif } from '../uploads/support.ts';

/** The key that the stand-in accepts. */
export const KEY = 'a-valid-key-0123456789';
/** How many GIFs each search finds. */
export const TOTAL = 30;

export interface GifStandIn {
  readonly standIn: StandIn;
  readonly addresses: GifAddresses;
  /** The paths and queries of all requests for GIFs. */
  searches(): readonly URL[];
  /** The paths of the pictures that were loaded. */
  readonly pictures: string[];
}

/** The GIF with a number, as GIPHY lists it. */
export function giphyItem(url: string, number: number): Record<string, unknown> {
  const at = (file: string) => `${url}media/v1.abc/g${number}/${file}?cid=c1&rid=${file}&ct=g`;
  return {
    type: 'gif',
    id: `g${number}`,
    title: `Cat ${number} GIF by Someone`,
    alt_text: `a cat that jumps ${number} times`,
    images: {
      original: { url: at('giphy.gif'), width: '480', height: '270', size: '3000000' },
      downsized: { url: at('giphy-downsized.gif'), width: '480', height: '270' },
      fixed_width: { url: at('200w.gif'), webp: at('200w.webp'), width: '200', height: '113' },
      fixed_width_still: { url: at('200w_s.gif'), width: '200', height: '113' },
    },
  };
}

export function klipyItem(url: string, number: number): Record<string, unknown> {
  const file = (name: string, width: number, height: number) => ({
    url: `${url}ii/0123/aa/bb/k${number}${name}`,
    width,
    height,
    size: 1000,
  });
  return {
    id: number,
    slug: `dog-${number}`,
    title: `Dog ${number}`,
    type: 'gif',
    file: {
      md: { gif: file('md.gif', 498, 498) },
      sm: { gif: file('sm.gif', 220, 220), webp: file('sm.webp', 220, 220), jpg: file('sm.jpg', 220, 220) },
    },
  };
}

function giphyPage(url: string, { searchParams }: URL): unknown {
  const offset = Number(searchParams.get('offset'));
  const end = Math.min(TOTAL, offset + Number(searchParams.get('limit')));
  const data = Array.from({ length: Math.max(0, end - offset) }, (_, index) =>
    giphyItem(url, offset + index),
  );
  return {
    data,
    pagination: { total_count: TOTAL, count: data.length, offset },
    meta: { status: 200, msg: 'OK', response_id: 'r1' },
  };
}

function klipyPage(url: string, { searchParams }: URL): unknown {
  const perPage = Number(searchParams.get('per_page'));
  const page = Number(searchParams.get('page'));
  const start = (page - 1) * perPage;
  const data = Array.from({ length: Math.min(perPage, TOTAL - start) }, (_, index) =>
    klipyItem(url, start + index),
  );
  const advertisement = { type: 'ad', width: 300, height: 250, content: '<p>Buy</p>' };
  return {
    result: true,
    data: {
      data: [advertisement, ...data],
      current_page: page,
      per_page: perPage,
      has_next: start + perPage < TOTAL,
    },
  };
}

export async function startGifProvider(): Promise<GifStandIn> {
  const bytes = await animatedGif();
  const pictures: string[] = [];
  const standIn = await startStandIn(({ url }) => {
    if (url.pathname.startsWith('/v1/gifs/')) {
      if (url.searchParams.get('api_key') === KEY) return { body: giphyPage(standIn.url, url) };
      return {
        status: 401,
        body: { meta: { status: 401, msg: `Unauthorized: ${url.searchParams.get('api_key')}` } },
      };
    }
    const [, key = ''] = /^\/api\/v1\/([^/]+)\/gifs\//.exec(url.pathname) ?? [];
    if (key === KEY) return { body: klipyPage(standIn.url, url) };
    return {
      status: 404,
      body: { result: false, errors: { message: [`The provided API key is invalid: [${key}]`] } },
    };
  });
  standIn.intercept = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    if (!/^\/(?:media|ii)\//.test(path)) return false;
    pictures.push(path);
    response.end(bytes);
    return true;
  };
  const own = { api: standIn.url.slice(0, -1), pictures: '127.0.0.1' };
  return {
    standIn,
    addresses: { giphy: own, klipy: own },
    searches: () => standIn.requests.map(({ url }) => url),
    pictures,
  };
}
