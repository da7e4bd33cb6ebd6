// Opens the command palette, which is loaded on first use.

import { openLazily } from '../components/open-lazily.ts';
import { collectTyping } from '../components/typed-ahead.ts';
import type { Actions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';

export async function openPalette(organization: Organization, actions: Actions): Promise<void> {
  let isCanceled = false;
  let isShown = false;
  const endTyping = collectTyping(() => {
    isCanceled = true;
  });
  await openLazily(
    () => import('./show-palette.tsx'),
    ({ showPalette }) => {
      if (isCanceled) return;
      showPalette(organization, actions, endTyping);
      isShown = true;
    },
  );
  if (!isShown) endTyping();
}
