// Opens links to conversations beside the view when they are pressed with Alt. Browsers would download what a link leads to,
// while they open links in tabs and windows with the other keys.

import { openLazily } from '../components/open-lazily.ts';
import type { Organization } from '../data/organization.ts';

/** Handles clicks until the signal is aborted. */
export function listenToBesideClicks(organization: Organization, signal: AbortSignal): void {
  document.addEventListener(
    'click',
    (event) => {
      const { altKey, target } = event;
      const link =
        altKey && target instanceof Element && target.closest<HTMLAnchorElement>('[href^="#narrow/"]');
      if (!link) return;
      event.preventDefault();
      void openLazily(
        () => import('../data/open-beside.ts'),
        ({ openBeside }) => openBeside(link.hash, organization),
      );
    },
    { signal },
  );
}
