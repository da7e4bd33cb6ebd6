// The tools of the sidebar besides its links: menus by long press and key, keys that move rows, and dragging. Loaded
// when the sidebar is first used.

import { followLongPresses } from '../components/long-press.ts';
import { dragByFinger } from './drag-by-finger.ts';
import { dragTools, RowDrag } from './drag-rows.ts';
import { keyTools } from './row-keys.ts';
import type { SidebarContext } from './sidebar-context.ts';
import { openMenu } from './sidebar-menus.ts';

export { openMenu } from './sidebar-menus.ts';

const attached = new WeakSet<HTMLElement>();

/** Listens to the element around the sections, once. @param press a press that began earlier and has not ended */
export function attachTools(
  box: HTMLElement,
  context: SidebarContext,
  press: PointerEvent | undefined,
): void {
  if (attached.has(box)) return;
  attached.add(box);
  keyTools(box, context);
  const drag = new RowDrag(box, context);
  dragTools(box, context, drag);
  followLongPresses(
    box,
    '[data-row], [data-section]',
    (pressed, from) => {
      const onStill = () => void openMenu(pressed, context);
      if (drag.begin(pressed)) return dragByFinger(pressed, { from, box, drag, onStill });
      onStill();
      return undefined;
    },
    press,
  );
}
