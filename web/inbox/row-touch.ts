// Touch gestures on a row of a list of conversations: a swipe to the right marks it as done, one to the left puts it
// away until later, and a long press opens its menu. Loaded on devices with a touch screen.

import { followLongPresses } from '../components/long-press.ts';
import type { RowAction } from './row-actions.ts';

type Act = (action: RowAction, row: HTMLElement) => void;

/** How far a finger moves before it swipes or scrolls, in pixels. */
const SLOP = 10;
/** The edges of the window, from which the browser itself swipes to the previous view, in pixels. */
const EDGE = 24;
/** How far a row must be swiped to perform its action, in pixels. */
const SWIPE = 96;

/** Follows a touch that began on a list until it ends. Returns what ends it earlier. */
function followTouch({ target, touches: [first] }: TouchEvent, act: Act): (() => void) | undefined {
  const row = (target as Element).closest<HTMLElement>('.conversation');
  if (!row || !first) return undefined;
  const { clientX, clientY } = first;
  if (clientX < EDGE || clientX > innerWidth - EDGE) return undefined;
  const ended = new AbortController();
  const { signal } = ended;
  let distance = 0;
  let isSwiping = false;
  function end() {
    ended.abort();
    row?.style.removeProperty('translate');
    row?.removeAttribute('data-swipe');
  }
  function move({ touches: [touch] }: TouchEvent) {
    if (!touch) return;
    distance = touch.clientX - clientX;
    const down = Math.abs(touch.clientY - clientY);
    if (!isSwiping && down > SLOP) end();
    if (Math.abs(distance) > SLOP) isSwiping = true;
    if (!isSwiping || signal.aborted) return;
    row?.style.setProperty('translate', `${distance}px`);
    row?.setAttribute('data-swipe', distance > 0 ? 'done' : 'later');
  }
  row.addEventListener('touchmove', move, { signal, passive: true });
  row.addEventListener('touchcancel', end, { signal });
  row.addEventListener(
    'touchend',
    () => {
      end();
      if (isSwiping && Math.abs(distance) >= SWIPE) act(distance > 0 ? 'done' : 'later', row);
    },
    { signal },
  );
  return end;
}

/** Follows all touches of a list, as long as it exists. */
export function followTouches(list: HTMLElement, act: Act): void {
  let end: (() => void) | undefined;
  list.addEventListener(
    'touchstart',
    (event) => {
      end = followTouch(event, act);
    },
    { passive: true },
  );
  followLongPresses(list, '.conversation', (row) => {
    end?.();
    act('menu', row);
    return undefined;
  });
}
