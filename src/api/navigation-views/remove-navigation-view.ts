// DELETE /navigation_views/{fragment}: removes a navigation view of the caller.

import { required } from '../../api-contract/parameter.ts';
import { navigationViewRemoved } from '../../model/navigation-views/navigation-view-events.ts';
import { navigationViews } from '../../stores/navigation-views/navigation-view-store.ts';
import { writeOperation } from '../operation.ts';
import { fragmentText, noSuchNavigationView } from './view-parameters.ts';

export const removeNavigationView = writeOperation({
  name: 'remove-navigation-view',
  method: 'DELETE',
  path: '/navigation_views/{fragment*}',
  summary: 'Remove a view from your navigation.',
  since: 390,
  access: 'account',
  errors: ['NOT_FOUND'],
  parameters: { fragment: required(fragmentText, "The part of the view's URL after `#`.") },
  result: {},
  async handle(context, { fragment }) {
    const accountId = context.actor.account.id;
    await context.write(async (writer) => {
      const all = await navigationViews.ofAccount(writer, accountId);
      const view = all.find((one) => one.fragment === fragment);
      if (!view) throw noSuchNavigationView();
      await navigationViews.remove(writer, accountId, view.id);
      writer.emit(navigationViewRemoved(accountId, fragment));
    });
    return {};
  },
});
