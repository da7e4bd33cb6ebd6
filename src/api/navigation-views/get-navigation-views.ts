// GET /navigation_views: the views that the caller has configured.

import { list } from '../../api-contract/codec.ts';
import { navigationViewSchema, wireNavigationView } from '../../model/navigation-views/navigation-view.ts';
import { navigationViews } from '../../stores/navigation-views/navigation-view-store.ts';
import { readOperation } from '../operation.ts';

export const getNavigationViews = readOperation({
  name: 'get-navigation-views',
  method: 'GET',
  path: '/navigation_views',
  summary: 'List the views in your navigation.',
  since: 390,
  access: 'account',
  parameters: {},
  result: { navigation_views: list(navigationViewSchema) },
  async handle({ reader, actor }) {
    const views = await navigationViews.ofAccount(reader, actor.account.id);
    return { navigation_views: views.map(wireNavigationView) };
  },
});
