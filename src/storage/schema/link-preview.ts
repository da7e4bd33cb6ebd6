// The previews of pages that messages link.

import type { Json } from './column.ts';

export interface LinkPreviewTable {
  organization_id: number;
  /** A hash, because the address may be long. */
  url_hash: string;
  /** A `LinkPreview`; null if the page had nothing to show. */
  found: Json | null;
  fetched_at: number;
}
