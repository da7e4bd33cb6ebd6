// Fetches a linked page and reads its preview.

import { parseJson } from '../../api-contract/json.ts';
import { limits } from '../../api-contract/limits.ts';
import type { LinkPreview } from '../../markdown/contract.ts';
import { followRedirects } from '../http/follow-redirects.ts';
import { type HttpClient, NoAnswerError } from '../http/http-client.ts';

const OK = 200;
const HTML = /^(?:text\/html|application\/xhtml\+xml)\b/i;
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json\b/i;
/** A page declares its encoding near its beginning. */
const META_BYTES = 1024;

/** The preview of the page at an address; undefined if there is no page or it has none. */
export async function fetchPage(http: HttpClient, address: string): Promise<LinkPreview | undefined> {
  const page = await fetchResource(http, address, 'text/html', limits.linkPreviewBytes);
  if (!page || !HTML.test(page.type)) return undefined;
  // The parser is loaded only when it is needed.
  const { readPageHead } = await import('../../model/link-previews/page-summary.ts');
  const html = decode(page.body.subarray(0, limits.linkPreviewCharacters), page.type);
  const { summary, oembedUrl } = readPageHead(html, page.url);
  const description = oembedUrl === undefined ? undefined : await fetchDescription(http, oembedUrl, page.url);
  // A website's own head says more than its oEmbed description.
  return description && (description.kind !== 'website' || !summary) ? description : summary;
}

/** The preview in a page's oEmbed description. */
async function fetchDescription(
  http: HttpClient,
  oembedUrl: string,
  pageUrl: string,
): Promise<LinkPreview | undefined> {
  const found = await fetchResource(http, oembedUrl, 'application/json', limits.oembedBytes);
  if (!found || !JSON_TYPE.test(found.type)) return undefined;
  const { oembedPreview } = await import('../../model/link-previews/oembed.ts');
  return oembedPreview(parseJson(found.body.toString()), found.url, pageUrl);
}

/** The resource at an address, after redirects; undefined if there is none. */
async function fetchResource(http: HttpClient, address: string, accept: string, maximumBytes: number) {
  try {
    const { status, headers, body, url } = await followRedirects(http, address, {
      accept,
      seconds: limits.linkPreviewFetchSeconds,
      redirects: limits.externalMediaRedirects,
      maximumBytes,
    });
    return status === OK ? { type: headers['content-type'] ?? '', body, url } : undefined;
  } catch (error) {
    if (error instanceof NoAnswerError) return undefined;
    throw error;
  }
}

/** Decodes a page in the encoding that its header or head names; in UTF-8 if that is unknown. */
function decode(bytes: Buffer, type: string): string {
  const start = bytes.toString('latin1', 0, META_BYTES);
  const charset = (/charset=["']?([\w-]{1,40})/i.exec(type) ??
    /charset=["']?([\w-]{1,40})/i.exec(start))?.[1];
  try {
    return new TextDecoder(charset ?? 'utf-8').decode(bytes);
  } catch {
    // An unknown encoding.
    return new TextDecoder().decode(bytes);
  }
}
