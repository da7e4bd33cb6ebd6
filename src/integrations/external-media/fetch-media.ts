// Fetches an image or a video from another site.

import { limits } from '../../api-contract/limits.ts';
import { followRedirects } from '../http/follow-redirects.ts';
import { type HttpClient, NoAnswerError } from '../http/http-client.ts';
import { KIND_BYTES, mediaKind } from './media-kind.ts';

const OK = 200;

/** The bytes at an address. @throws NoAnswerError if there are none, or they are of a type that is not shown */
export async function fetchMedia(http: HttpClient, address: string): Promise<Buffer> {
  const { status, body } = await followRedirects(http, address, {
    accept: 'image/*, video/*',
    seconds: limits.externalMediaSeconds,
    redirects: limits.externalMediaRedirects,
    maximumBytes: limits.externalMediaBytes,
  });
  if (status !== OK || !mediaKind(body.subarray(0, KIND_BYTES)))
    throw new NoAnswerError('the file is not an image or video');
  return body;
}
