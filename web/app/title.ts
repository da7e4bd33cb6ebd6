// The page's title and icon, which show the number of unread messages.

import type { State } from '../../client/state/state.ts';
import { unreadCounts } from '../store/unread-counts.ts';

/** The number to show in the title, by the account's setting. */
export function titleCount(state: State): number {
  const counts = unreadCounts(state);
  switch (state.user_settings?.desktop_icon_count_display) {
    case 1:
      return counts.total;
    case 4:
      return 0;
    default:
      return counts.direct + counts.mentions;
  }
}

export function titleText(name: string, organization: string, count: number): string {
  const parts = [name, organization].filter((part) => part !== '');
  return `${count > 0 ? `(${count > 99 ? '99+' : count}) ` : ''}${parts.join(' · ')}`;
}

let isDrawn = false;

/** Shows the count over the page's icon; what draws it is loaded with the first one. */
export async function showIconCount(count: number): Promise<void> {
  if (count === 0 && !isDrawn) return;
  isDrawn = true;
  // Without it the title has the count.
  const chunk = await import('./icon-count.ts').catch(() => undefined);
  await chunk?.drawIconCount(count);
}
