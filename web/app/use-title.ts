// Shows the name of a view and its number of unread messages in the page's title, on its icon, and on the icon of an
// installed client.

import { useEffect, useRef } from 'preact/hooks';
import { showIconCount, titleText } from './title.ts';

/** A change of the count alone waits this long for others: showing it takes longer than showing a message. */
const COUNT_DELAY_MILLISECONDS = 300;

export interface Title {
  readonly name: string;
  readonly organization: string;
  readonly count: number;
  /** Whether the count is also shown on the icon of an installed client. */
  readonly hasBadge: boolean;
}

/** Shows a new name at once, and a new count soon. */
export function useTitle(title: Title): void {
  const { name, organization, count } = title;
  const latest = useRef(title);
  latest.current = title;
  const shownCount = useRef<number | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const show = () => {
    shownCount.current = latest.current.count;
    showTitle(latest.current);
  };
  useEffect(() => {
    show();
    return () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [name, organization]);
  useEffect(() => {
    if (count === shownCount.current) return;
    // Not restarted by each count, so that it is shown during many changes, too.
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      if (latest.current.count !== shownCount.current) show();
    }, COUNT_DELAY_MILLISECONDS);
  }, [count]);
}

function showTitle({ name, organization, count, hasBadge }: Title): void {
  const text = titleText(name, organization, count);
  if (document.title !== text) document.title = text;
  void showIconCount(count);
  // Without a permission, on iOS, it is refused.
  if (hasBadge) navigator.setAppBadge?.(count).catch(() => undefined);
}
