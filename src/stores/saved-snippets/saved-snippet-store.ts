// Reads and writes saved snippets.

import { ownRows } from '../own-rows.ts';

/** Saved snippets, oldest first. */
export const savedSnippets = ownRows({
  table: 'saved_snippet',
  owner: 'account_id',
  orderBy: [['id', 'asc']],
});
