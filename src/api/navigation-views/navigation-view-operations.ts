// Operations on navigation views.

import { addNavigationView } from './add-navigation-view.ts';
import { editNavigationView } from './edit-navigation-view.ts';
import { getNavigationViews } from './get-navigation-views.ts';
import { removeNavigationView } from './remove-navigation-view.ts';

export const navigationViewOperations = [
  getNavigationViews,
  addNavigationView,
  editNavigationView,
  removeNavigationView,
];
