// Drags a row or section of the sidebar by finger after a long press. Near the edges of the list it scrolls.

import type { HeldPress } from '../components/long-press.ts';
import type { RowDrag } from './drag-rows.ts';

/** How far a finger moves before it drags, in pixels. */
const SLOP = 10;
/** How close to an edge the list scrolls, in pixels. */
const EDGE = 56;
/** At the edge itself, in pixels for each frame. */
const MAX_SPEED = 12;

/** How far the list scrolls in a frame: faster closer to an edge, upwards if negative. */
function speedAt(y: number, { top, bottom }: DOMRect): number {
  const share = (distance: number) => Math.min(1, Math.max(0, 1 - distance / EDGE));
  return Math.round(MAX_SPEED * (share(bottom - y) - share(y - top)));
}

export interface DragByFingerOptions {
  /** Where the press began. */
  readonly from: PointerEvent;
  /** The element around the sections. */
  readonly box: HTMLElement;
  readonly drag: RowDrag;
  /** Called if the finger is lifted without having moved. */
  readonly onStill: () => void;
}

/** Follows the finger that holds a row or section. */
export function dragByFinger(
  pressed: HTMLElement,
  { from, box, drag, onStill }: DragByFingerOptions,
): HeldPress {
  const scroller = box.closest('.side-lists') ?? box;
  let at: PointerEvent | undefined;
  let frame = 0;
  pressed.dataset.held = '';
  navigator.vibrate?.(10);
  const follow = () => {
    if (!at) return;
    const { clientX, clientY } = at;
    const target = document.elementFromPoint(clientX, clientY);
    if (target) drag.over({ target, clientY });
  };
  const scroll = () => {
    if (at) scroller.scrollBy(0, speedAt(at.clientY, scroller.getBoundingClientRect()));
    follow();
    frame = requestAnimationFrame(scroll);
  };
  return {
    onMove(event) {
      const isFar = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SLOP;
      if (!at && !isFar) return;
      if (!at) frame = requestAnimationFrame(scroll);
      at = event;
      follow();
    },
    onEnd(isLifted) {
      cancelAnimationFrame(frame);
      delete pressed.dataset.held;
      if (isLifted && at) drag.drop([]);
      drag.end();
      if (isLifted && !at) onStill();
    },
  };
}
