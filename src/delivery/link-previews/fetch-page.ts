// Fetches a page that a message links, and reads what it says of itself.

import { limits } from '../../contract/limits.ts';
import type { PageSummary } from '../../model/link-previews/page-summary.ts';
import { follow } from '../follow.ts';
import { type HttpClient, NoAnswer } from '../http-client.ts';

const OK = 200;
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i;
/** A page's own word for its encoding stands near its beginning. */
const META_BYTES = 1024;

/** What the page at an address shows; undefined where it shows nothing, or there is none. */
export async function fetchPage(http: HttpClient, address: string): Promise<PageSummary | undefined> {
  try {
    const { status, headers, body, url } = await follow(http, address, {
      accept: 'text/html',
      seconds: limits.linkPreviewFetchSeconds,
      redirects: limits.externalMediaRedirects,
      maximumBytes: limits.linkPreviewBytes,
    });
    const type = headers['content-type'] ?? '';
    if (status !== OK || !HTML.test(type)) return undefined;
    // The parser is loaded where there is something to parse.
    const { summaryOf } = await import('../../model/link-previews/page-summary.ts');
    return summaryOf(decoded(body.subarray(0, limits.linkPreviewCharacters), type), url);
  } catch (error) {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  }
}

/** The text in the encoding that the header or the page names; UTF-8 where that is none. */
function decoded(bytes: Buffer, type: string): string {
  const start = bytes.toString('latin1', 0, META_BYTES);
  const named = (/charset=["']?([\w-]{1,40})/i.exec(type) ?? /charset=["']?([\w-]{1,40})/i.exec(start))?.[1];
  try {
    return new TextDecoder(named ?? 'utf-8').decode(bytes);
  } catch {
    // A name that nobody knows.
    return new TextDecoder().decode(bytes);
  }
}
