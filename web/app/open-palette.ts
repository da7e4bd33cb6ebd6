// Opens the command palette, which is loaded on first use.

import { openLazily } from '../components/open-lazily.ts';
import { collectTyping } from '../components/typed-ahead.ts';
import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';

export async function openPalette(organization: Organization, actions: Actions): Promise<void> {
  const endTyping = collectTyping();
  let isShown = false;
  await openLazily(
    () => import('./show-palette.tsx'),
    ({ showPalette }) => {
      showPalette(organization, actions, endTyping);
      isShown = true;
    },
  );
  if (!isShown) endTyping();
}
