// Long presses by a finger, which open the menu of what is pressed.

const LONG_PRESS_MILLISECONDS = 450;
/** How far a finger may move meanwhile. */
const TOLERATED_PIXELS = 10;

/**
 * Calls back when an element that matches a selector has been touched for 450 ms without moving. What else the browser
 * does with the press is prevented.
 * @param first a press that began before and is not over
 */
export function followLongPresses(
  box: HTMLElement,
  selector: string,
  onLongPress: (pressed: HTMLElement) => void,
  first?: PointerEvent,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  const cancel = () => clearTimeout(timer);
  const begin = (event: PointerEvent) => {
    cancel();
    if (event.pointerType !== 'touch' || !(event.target instanceof Element)) return;
    const pressed = event.target.closest<HTMLElement>(selector);
    if (!pressed) return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(
      () => {
        ignoreRestOfPress();
        onLongPress(pressed);
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
