// Long presses by a finger, which open the menu of what is pressed, and may move it.

const LONG_PRESS_MILLISECONDS = 450;
/** How far a finger may move meanwhile. */
const TOLERATED_PIXELS = 10;

/** Callbacks for the finger's movements from a long press until it is lifted. */
export interface HeldPress {
  readonly onMove: (event: PointerEvent) => void;
  /** @param isLifted false if the browser took over, or another press began */
  readonly onEnd: (isLifted: boolean) => void;
}

/**
 * Calls back when an element that matches a selector has been touched for 450 ms without moving. Other reactions of
 * the browser to the press are prevented.
 * @param onLongPress may return callbacks for the rest of the press
 * @param first a press that began before and is not over
 */
export function followLongPresses(
  box: HTMLElement,
  selector: string,
  onLongPress: (pressed: HTMLElement, from: PointerEvent) => HeldPress | undefined,
  first?: PointerEvent,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let from = { x: 0, y: 0 };
  let press: HeldPress | undefined;
  const end = (isLifted: boolean) => {
    clearTimeout(timer);
    timer = undefined;
    const endedPress = press;
    press = undefined;
    endedPress?.onEnd(isLifted);
  };
  const begin = (event: PointerEvent) => {
    end(false);
    if (event.pointerType !== 'touch' || !(event.target instanceof Element)) return;
    const pressed = event.target.closest<HTMLElement>(selector);
    if (!pressed) return;
    from = { x: event.clientX, y: event.clientY };
    timer = setTimeout(
      () => {
        ignoreRestOfPress();
        press = onLongPress(pressed, event);
        // The element may be removed while it is pressed.
        if (press) box.setPointerCapture(event.pointerId);
      },
      LONG_PRESS_MILLISECONDS - (performance.now() - event.timeStamp),
    );
  };
  box.addEventListener('pointerdown', begin);
  box.addEventListener('pointermove', (event) => {
    if (press) press.onMove(event);
    else if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > TOLERATED_PIXELS) end(false);
  });
  box.addEventListener('pointerup', () => end(true));
  box.addEventListener('pointercancel', () => end(false));
  // A long press on a link would drag the link.
  box.addEventListener('dragstart', (event) => timer !== undefined && event.preventDefault());
  // What is held is moved, and nothing is scrolled.
  box.addEventListener('touchmove', (event) => press && event.preventDefault(), { passive: false });
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
