// Fetches a picture or a film from elsewhere, through the guard against private addresses at every step of the way.

import { limits } from '../../contract/limits.ts';
import { type HttpClient, NoAnswer } from '../http-client.ts';
import { KIND_BYTES, mediaKind } from './media-kind.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const OK = 200;

/** The bytes at an address. @throws NoAnswer where there are none, or none that are shown */
export async function fetchMedia(http: HttpClient, address: string): Promise<Buffer> {
  const until = performance.now() + limits.externalMediaSeconds * 1000;
  let url = address;
  for (let count = 0; count <= limits.externalMediaRedirects; count++) {
    const { status, headers, body } = await http.send(url, {
      headers: { accept: 'image/*, video/*' },
      milliseconds: Math.max(1, until - performance.now()),
      maximumBytes: limits.externalMediaBytes,
    });
    const { location } = headers;
    if (REDIRECTS.has(status) && location !== undefined && URL.canParse(location, url)) {
      url = new URL(location, url).href;
      continue;
    }
    if (status !== OK || !mediaKind(body.subarray(0, KIND_BYTES)))
      throw new NoAnswer('it is nothing to show');
    return body;
  }
  throw new NoAnswer('it leads on and on');
}
