// Reads and writes accounts' navigation views.

import { ownRows } from '../own-rows.ts';

/** Navigation views, in the order in which they were added. */
export const navigationViews = ownRows({
  table: 'navigation_view',
  owner: 'account_id',
  orderBy: [['id', 'asc']],
});
