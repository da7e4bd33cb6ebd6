// Reads and writes accounts' navigation views.

import type { NavigationViewRow } from '../../model/navigation-views/navigation-view.ts';
import { preparedRead } from '../../storage/prepared.ts';
import type { Reader, Writer } from '../../storage/reader-writer.ts';

const byAccount = preparedRead<{ account: number }>()((db, p) =>
  db.selectFrom('navigation_view').selectAll().where('account_id', '=', p.account).orderBy('id'),
);

/** The views of an account, in the order they were added. */
export async function navigationViewsOf(reader: Reader, accountId: number): Promise<NavigationViewRow[]> {
  return byAccount.all(reader, { account: accountId });
}

export async function insertNavigationView(
  writer: Writer,
  view: Pick<NavigationViewRow, 'account_id' | 'fragment' | 'is_pinned' | 'name'>,
): Promise<NavigationViewRow> {
  return writer.db
    .insertInto('navigation_view')
    .values({ ...view, organization_id: writer.organizationId })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes whether a view is pinned, or its name. */
export async function updateNavigationView(
  writer: Writer,
  id: number,
  changes: Partial<Pick<NavigationViewRow, 'is_pinned' | 'name'>>,
): Promise<void> {
  await writer.db.updateTable('navigation_view').set(changes).where('id', '=', id).execute();
}

/** Removes a view; returns whether there was one. */
export async function deleteNavigationView(
  writer: Writer,
  accountId: number,
  fragment: string,
): Promise<boolean> {
  const row = await writer.db
    .deleteFrom('navigation_view')
    .where('account_id', '=', accountId)
    .where('fragment', '=', fragment)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
