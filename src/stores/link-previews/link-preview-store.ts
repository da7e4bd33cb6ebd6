// A cache of link previews. Pages with a preview are cached for days, pages without one for less.

import { createHash } from 'node:crypto';
import { limits } from '../../api-contract/limits.ts';
import { parseColumn } from '../../api-contract/parse-column.ts';
import type { LinkPreview } from '../../markdown/contract.ts';
import { preparedRead, textsOf } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const byHashes = preparedRead<{ organization: number; hashes: string }>()((db, p, engine) =>
  db
    .selectFrom('link_preview')
    .select(['url_hash', 'found', 'fetched_at'])
    .where('organization_id', '=', p.organization)
    .where('url_hash', 'in', textsOf(engine, p.hashes)),
);

const hashOf = (url: string) => createHash('sha256').update(url).digest('base64url');

/** Stored previews without a kind predate the other kinds and are websites. */
const previewOf = (found: string) =>
  ({ kind: 'website', ...parseColumn<Partial<LinkPreview>>(found) }) as LinkPreview;

/**
 * The cached previews of addresses that are still valid; null for pages without a preview. Addresses without
 * an entry are not cached.
 */
export async function cachedPreviews(
  reader: Reader,
  urls: readonly string[],
  now: number,
): Promise<Map<string, LinkPreview | null>> {
  const hashes = new Map(urls.map((url) => [hashOf(url), url]));
  const rows = await byHashes.all(reader, {
    organization: reader.organizationId,
    hashes: JSON.stringify([...hashes.keys()]),
  });
  const previews = new Map<string, LinkPreview | null>();
  for (const { url_hash, found, fetched_at } of rows) {
    const seconds = found === null ? limits.linkPreviewMissingSeconds : limits.linkPreviewSeconds;
    const url = hashes.get(url_hash);
    if (url === undefined || fetched_at <= now - seconds) continue;
    previews.set(url, found === null ? null : previewOf(found));
  }
  return previews;
}

/** Caches the result for an address, replacing an earlier one. */
export async function cachePreview(
  writer: Writer,
  url: string,
  preview: LinkPreview | undefined,
): Promise<void> {
  const found = preview ? JSON.stringify(preview) : null;
  const row = { found, fetched_at: writer.now };
  await writer.db
    .insertInto('link_preview')
    .values({ organization_id: writer.organizationId, url_hash: hashOf(url), ...row })
    .onConflict((conflict) => conflict.columns(['organization_id', 'url_hash']).doUpdateSet(row))
    .execute();
}

/** Whether any organization has expired previews. */
export async function hasExpiredPreviews(reader: Reader, now: number): Promise<boolean> {
  const row = await reader.db
    .selectFrom('link_preview')
    .select('url_hash')
    .where('fetched_at', '<=', now - limits.linkPreviewSeconds)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteExpiredPreviews(writer: Writer, now: number): Promise<void> {
  await writer.db
    .deleteFrom('link_preview')
    .where('fetched_at', '<=', now - limits.linkPreviewSeconds)
    .execute();
}
