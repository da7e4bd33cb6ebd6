// Opens the command palette, which is loaded on first use.

import { openLazily } from '../components/open-lazily.ts';
import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';

export function openPalette(organization: Organization, actions: Actions): Promise<void> {
  return openLazily(
    () => import('./show-palette.tsx'),
    ({ showPalette }) => showPalette(organization, actions),
  );
}
