// Dialogs and cards that any component may open. They are rendered in one place of the page, so that they
// outlive the component that opened them.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { openerOf, returnFocus } from './focus-view.ts';
import { ObservableList } from './observable-list.ts';
import { onAnchorResize, type PopoverOptions, positionPopover } from './position-popover.ts';
import { useObservableList } from './use-observable-list.ts';

type Render = (close: () => void) => ComponentChildren;

interface Overlay {
  readonly key: number;
  readonly render: Render;
  /** The page's address when it was opened. */
  readonly address: string;
  readonly close: () => void;
}

/** Windows narrower than this have sheets, as in the style sheets. */
const PHONE_PIXELS = 720;

const overlays = new ObservableList<Overlay>();
let openedCount = 0;

function open(render: Render): void {
  const close = () => overlays.remove(overlay);
  const overlay: Overlay = { key: ++openedCount, render, address: location.href, close };
  overlays.add(overlay);
}

/**
 * Shows a dialog until it closes itself.
 *
 * @example
 * showDialog((close) => <Dialog title={t('keys.title')} onClose={close}>…</Dialog>);
 */
export function showDialog(render: Render): void {
  open(render);
}

export interface CardOptions extends PopoverOptions {
  /** The element next to which the card is shown. The focus returns to it, or to what contains it and had the focus. */
  readonly anchor: Element;
  readonly name: string;
  /** On phones the style sheet places it. */
  readonly isSheet?: boolean;
}

/** Shows a card next to an element, until Escape or a click elsewhere. */
export function showCard(options: CardOptions, render: Render): void {
  open((close) => (
    <Card {...options} onClose={close}>
      {render(close)}
    </Card>
  ));
}

function Card({
  anchor,
  name,
  isSheet,
  onClose,
  children,
  ...options
}: CardOptions & { readonly onClose: () => void; readonly children: ComponentChildren }) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = card.current;
    if (!box) return;
    box.showPopover();
    const { href } = location;
    const opener = openerOf(anchor);
    const reposition = () => {
      if (isSheet && innerWidth < PHONE_PIXELS) box.removeAttribute('style');
      else positionPopover(box, anchor, options);
    };
    reposition();
    // Content that loads later changes its size.
    const watched = new ResizeObserver(reposition);
    for (const child of box.children) watched.observe(child);
    const unwatch = onAnchorResize(anchor, reposition);
    (box.querySelector<HTMLElement>('[data-first]') ?? box).focus();
    return () => {
      watched.disconnect();
      unwatch();
      const hadFocus = box.contains(document.activeElement) || document.activeElement === document.body;
      if (hadFocus) returnFocus(href, opener);
    };
  }, []);
  return (
    <div
      ref={card}
      class="card"
      role="dialog"
      aria-label={name}
      tabIndex={-1}
      popover="auto"
      onToggle={(event: { readonly newState: string }) => event.newState === 'closed' && onClose()}
      onKeyDown={(event: KeyboardEvent) => event.stopPropagation()}
    >
      {children}
    </div>
  );
}

/** Closes overlays when the address changes, by a link, the browser's history or a key. */
function closeOthers(): void {
  for (const { address, close } of overlays.items) if (address !== location.href) close();
}

/** Renders the overlays. Used once, in the app. */
export function Overlays() {
  useEffect(() => {
    addEventListener('hashchange', closeOthers);
    return () => removeEventListener('hashchange', closeOthers);
  }, []);
  return (
    <>
      {useObservableList(overlays).map(({ key, render, close }) => (
        <div key={key} class="overlay">
          {render(close)}
        </div>
      ))}
    </>
  );
}
