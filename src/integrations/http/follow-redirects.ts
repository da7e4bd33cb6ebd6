// Fetches a web address and follows redirects, each of which passes the guard against private addresses.

import { type HttpClient, type IncomingAnswer, NoAnswerError } from './http-client.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface RedirectOptions {
  readonly accept: string;
  /** The time limit of all requests together. */
  readonly seconds: number;
  readonly redirects: number;
  readonly maximumBytes: number;
}

/** The final response and its address. @throws NoAnswerError */
export async function followRedirects(
  http: HttpClient,
  address: string,
  { accept, seconds, redirects, maximumBytes }: RedirectOptions,
): Promise<IncomingAnswer & { readonly url: string }> {
  const until = performance.now() + seconds * 1000;
  let url = address;
  for (let count = 0; count <= redirects; count++) {
    const answer = await http.send(url, {
      headers: { accept },
      milliseconds: Math.max(1, until - performance.now()),
      maximumBytes,
    });
    const { location } = answer.headers;
    const isRedirect = REDIRECTS.has(answer.status) && location !== undefined && URL.canParse(location, url);
    if (!isRedirect) return { ...answer, url };
    url = new URL(location, url).href;
  }
  throw new NoAnswerError('too many redirects');
}
