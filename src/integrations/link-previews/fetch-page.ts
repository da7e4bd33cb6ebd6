// Fetches a page that a message links, and reads what it says of itself.

import { parseJson } from '../../api-contract/json.ts';
import { limits } from '../../api-contract/limits.ts';
import type { LinkPreview } from '../../markdown/contract.ts';
import { follow } from '../http/follow-redirects.ts';
import { type HttpClient, NoAnswer } from '../http/http-client.ts';

const OK = 200;
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json\b/i;
/** A page's own word for its encoding stands near its beginning. */
const META_BYTES = 1024;

/** What the page at an address shows; undefined where it shows nothing, or there is none. */
export async function fetchPage(http: HttpClient, address: string): Promise<LinkPreview | undefined> {
  const page = await fetched(http, address, 'text/html', limits.linkPreviewBytes);
  if (!page || !HTML.test(page.type)) return undefined;
  // The parser is loaded where there is something to parse.
  const { readPage } = await import('../../model/link-previews/page-summary.ts');
  const html = decoded(page.body.subarray(0, limits.linkPreviewCharacters), page.type);
  const { summary, oembedUrl } = readPage(html, page.url);
  const described = oembedUrl === undefined ? undefined : await fetchDescription(http, oembedUrl, page.url);
  // Of a website its own head tells more.
  return described && (described.kind !== 'website' || !summary) ? described : summary;
}

/** What the description of a page in JSON shows. */
async function fetchDescription(
  http: HttpClient,
  oembedUrl: string,
  pageUrl: string,
): Promise<LinkPreview | undefined> {
  const found = await fetched(http, oembedUrl, 'application/json', limits.oembedBytes);
  if (!found || !JSON_TYPE.test(found.type)) return undefined;
  const { previewIn } = await import('../../model/link-previews/oembed.ts');
  return previewIn(parseJson(found.body.toString()), found.url, pageUrl);
}

/** What lies at an address, through redirects; undefined where nothing does. */
async function fetched(http: HttpClient, address: string, accept: string, maximumBytes: number) {
  try {
    const { status, headers, body, url } = await follow(http, address, {
      accept,
      seconds: limits.linkPreviewFetchSeconds,
      redirects: limits.externalMediaRedirects,
      maximumBytes,
    });
    return status === OK ? { type: headers['content-type'] ?? '', body, url } : undefined;
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
