// The tools of the sidebar beyond opening what a row leads to: menus by long press and key, keys that move rows, and
// dragging. Loaded when the sidebar is first used.

import { dragTools } from './drag-rows.ts';
import { keyTools } from './row-keys.ts';
import type { SidebarContext } from './sidebar-context.ts';
import { openMenu } from './sidebar-menus.ts';

export { openMenu } from './sidebar-menus.ts';

const attached = new WeakSet<HTMLElement>();

/** Listens to the element around the sections, once. @param press one that began before and is not over */
export function attachTools(
  box: HTMLElement,
  context: SidebarContext,
  press: PointerEvent | undefined,
): void {
  if (attached.has(box)) return;
  attached.add(box);
  keyTools(box, context);
  dragTools(box, context);
  longPress(box, context, press);
}

const LONG_PRESS_MILLISECONDS = 450;
const TOLERATED_PIXELS = 10;

/** Opens the menu of a row that is touched for a while. */
function longPress(box: HTMLElement, context: SidebarContext, first: PointerEvent | undefined): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  const cancel = () => clearTimeout(timer);
  const begin = (event: PointerEvent) => {
    cancel();
    if (event.pointerType !== 'touch' || !(event.target instanceof Element)) return;
    const place = event.target.closest<HTMLElement>('[data-row], [data-section]');
    if (!place) return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(
      () => {
        void openMenu(place, context);
        ignoreRestOfPress();
      },
      LONG_PRESS_MILLISECONDS - (performance.now() - event.timeStamp),
    );
  };
  box.addEventListener('pointerdown', begin);
  box.addEventListener('pointermove', (event) => {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > TOLERATED_PIXELS) cancel();
  });
  for (const type of ['pointerup', 'pointercancel'] as const) box.addEventListener(type, cancel);
  if (first) begin(first);
}

/** The press ends as a click, on the row or on the menu that is below the finger by then, or with a menu of the browser. */
function ignoreRestOfPress(): void {
  const over = new AbortController();
  const { signal } = over;
  const ignore = (event: Event) => {
    // Enter on a row is a click without a press.
    if (event.type === 'click' && (event as MouseEvent).detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
  };
  for (const type of ['click', 'contextmenu'])
    document.addEventListener(type, ignore, { capture: true, signal });
  document.addEventListener('pointerdown', () => over.abort(), { capture: true, signal });
}
