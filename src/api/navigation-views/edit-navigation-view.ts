// PATCH /navigation_views/{fragment}: pins, unpins or renames a view. (Specification E14.)

import { boolean } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import {
  checkMayHaveName,
  checkViewIsNew,
  isBuiltInView,
} from '../../model/navigation-views/navigation-view.ts';
import {
  navigationViewAdded,
  navigationViewChanged,
} from '../../model/navigation-views/navigation-view-events.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { navigationViews } from '../../stores/navigation-views/navigation-view-store.ts';
import { writeOperation } from '../operation.ts';
import { fragmentText, nameText, noSuchNavigationView } from './view-parameters.ts';

/**
 * Stores the first change of a built-in view, which has no row before. Needs no quota: there are only a few
 * built-in views.
 */
async function configureBuiltIn(
  writer: Writer,
  accountId: number,
  fragment: string,
  isPinned: boolean,
): Promise<void> {
  const view = { fragment, is_pinned: isPinned ? 1 : 0, name: null };
  writer.emit(navigationViewAdded(await navigationViews.insert(writer, accountId, view)));
}

export const editNavigationView = writeOperation({
  name: 'edit-navigation-view',
  method: 'PATCH',
  path: '/navigation_views/{fragment*}',
  summary: 'Change a view in your navigation.',
  since: 390,
  access: 'account',
  errors: ['NOT_FOUND'],
  parameters: {
    fragment: required(fragmentText, "The part of the view's URL after `#`."),
    is_pinned: optionally(boolean, 'Whether the view is always shown.'),
    name: optionally(nameText, 'The name of the view. Not for built-in views.'),
  },
  result: {},
  async handle(context, { fragment, is_pinned, name }) {
    checkMayHaveName(fragment, name);
    const accountId = context.actor.account.id;
    await context.write(async (writer) => {
      const all = await navigationViews.ofAccount(writer, accountId);
      const view = all.find((view) => view.fragment === fragment);
      if (!view && !isBuiltInView(fragment)) throw noSuchNavigationView();
      if (is_pinned === undefined && name === undefined) throw badRequest('Nothing to change');
      if (!view) return configureBuiltIn(writer, accountId, fragment, is_pinned ?? false);
      const isRenamed = name !== undefined && name !== view.name;
      const isPinnedChanged = is_pinned !== undefined && is_pinned !== (view.is_pinned === 1);
      if (isRenamed) checkViewIsNew('', name, all);
      if (!isRenamed && !isPinnedChanged) return;
      await navigationViews.change(writer, accountId, view.id, {
        ...(isPinnedChanged && { is_pinned: is_pinned ? 1 : 0 }),
        ...(isRenamed && { name }),
      });
      const data = { ...(isPinnedChanged && { is_pinned }), ...(isRenamed && { name }) };
      writer.emit(navigationViewChanged(accountId, fragment, data));
    });
    return {};
  },
});
