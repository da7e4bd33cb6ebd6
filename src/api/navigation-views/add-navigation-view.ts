// POST /navigation_views: configures a built-in view, or adds a custom one.

import { boolean, nullable } from '../../api-contract/codec.ts';
import { optionally, required } from '../../api-contract/parameter.ts';
import { checkMayHaveName, checkViewIsNew } from '../../model/navigation-views/navigation-view.ts';
import { navigationViewAdded } from '../../model/navigation-views/navigation-view-events.ts';
import { navigationViews } from '../../stores/navigation-views/navigation-view-store.ts';
import { readCreator, takeQuota } from '../../stores/quotas/take-quota.ts';
import { writeOperation } from '../operation.ts';
import { fragmentText, nameText } from './view-parameters.ts';

export const addNavigationView = writeOperation({
  name: 'add-navigation-view',
  method: 'POST',
  path: '/navigation_views',
  summary: 'Add a view to your navigation.',
  since: 390,
  access: 'account',
  parameters: {
    fragment: required(fragmentText, "The part of the view's URL after `#`."),
    is_pinned: required(boolean, 'Whether the view is always shown.'),
    name: optionally(nullable(nameText), 'The name of the view. Not for built-in views.', {
      encoding: 'either',
    }),
  },
  result: {},
  async handle(context, { fragment, is_pinned, name = null }) {
    checkMayHaveName(fragment, name);
    const accountId = context.actor.account.id;
    await context.write(async (writer) => {
      const existingViews = await navigationViews.ofAccount(writer, accountId);
      checkViewIsNew(fragment, name, existingViews);
      await takeQuota(await readCreator(writer, accountId), 'navigation_views');
      const view = { fragment, is_pinned: is_pinned ? 1 : 0, name };
      writer.emit(navigationViewAdded(await navigationViews.insert(writer, accountId, view)));
    });
    return {};
  },
});
