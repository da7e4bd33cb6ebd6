// What was found on pages that messages link.

import type { Json } from './column.ts';

export interface LinkPreviewTable {
  organization_id: number;
  /** Of the address, which may be long. */
  url_hash: string;
  /** A `LinkPreview`; null where the page had nothing to show. */
  found: Json | null;
  fetched_at: number;
}
