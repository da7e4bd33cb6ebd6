// A menu that opens at an element or where it was pressed, with the keys of a menu button. On phones it is a sheet at
// the bottom.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { TypedLetters } from './list-keys.ts';
import { itemsIn, MenuList, onMenuKeyDown } from './menu.tsx';
import type { MenuItem } from './menu-item.ts';
import { showDialog } from './overlays.tsx';
import { popoverPosition } from './popover-position.ts';
import { positionPopover } from './position-popover.ts';

/** A position in the window, in pixels. */
export interface Point {
  readonly left: number;
  readonly top: number;
}

export interface ContextMenuOptions {
  readonly name: string;
  /** Where the focus returns. */
  readonly anchor: HTMLElement;
  /** Where it opens: where it was pressed, or next to an element; by default next to the anchor. */
  readonly at?: Point | Element | undefined;
  readonly items: readonly MenuItem[];
}

/** Opens the menu, and closes any other that is open. */
export function showContextMenu(options: ContextMenuOptions): void {
  closeOpen?.();
  showDialog((close) => <ContextMenu {...options} onClose={close} />);
}

let closeOpen: (() => void) | undefined;

function position(box: HTMLElement, anchor: HTMLElement, at: ContextMenuOptions['at'] = anchor): void {
  if (at instanceof Element) {
    positionPopover(box, at.isConnected ? at : anchor);
    return;
  }
  const { left, top, maxHeight } = popoverPosition({
    anchor: { ...at, width: 0, height: 0 },
    size: { width: box.offsetWidth, height: box.offsetHeight },
    screen: { width: document.documentElement.clientWidth, height: window.innerHeight },
    align: getComputedStyle(anchor).direction === 'rtl' ? 'right' : 'left',
  });
  Object.assign(box.style, { left: `${left}px`, top: `${top}px`, maxHeight: `${maxHeight}px` });
}

function ContextMenu({
  name,
  anchor,
  at,
  items,
  onClose,
}: ContextMenuOptions & { readonly onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null);
  const [letters] = useState(() => new TypedLetters());
  function close() {
    const hadFocus = menu.current?.contains(document.activeElement);
    onClose();
    if (hadFocus) anchor.focus();
  }
  useLayoutEffect(() => {
    const box = menu.current;
    if (!box) return undefined;
    const closeThis = () => close();
    closeOpen = closeThis;
    // The popover is manual: otherwise the browser would close it when the finger or button that opened it is released.
    box.showPopover();
    if (!matchMedia('(width < 45rem)').matches) position(box, anchor, at);
    itemsIn(box)[0]?.focus({ preventScroll: true });
    const onPress = (event: Event) => {
      if (!(event.target instanceof Node && box.contains(event.target))) close();
    };
    document.addEventListener('pointerdown', onPress, true);
    return () => {
      document.removeEventListener('pointerdown', onPress, true);
      if (closeOpen === closeThis) closeOpen = undefined;
    };
  }, []);
  return (
    // The menu is outside of the page's landmarks.
    <section aria-label={name}>
      <div
        ref={menu}
        class="menu context-menu"
        popover="manual"
        role="menu"
        aria-label={name}
        onContextMenu={(event: Event) => event.preventDefault()}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
          onMenuKeyDown(event, letters, close);
        }}
      >
        <p class="menu-title" aria-hidden="true" dir="auto">
          {name}
        </p>
        <MenuList items={items} onDone={close} />
      </div>
    </section>
  );
}
