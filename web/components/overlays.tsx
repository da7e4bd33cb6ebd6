// Dialogs and cards that anything may open, rendered in one place of the page, so that what opened them may go.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { onMoved, type PlaceOptions, place } from './place.ts';
import { Shown } from './shown.ts';
import { useShown } from './use-shown.ts';

type Render = (close: () => void) => ComponentChildren;

interface Overlay {
  readonly key: number;
  readonly render: Render;
  /** Where the page was when it was opened. */
  readonly address: string;
  readonly close: () => void;
}

const overlays = new Shown<Overlay>();
let opened = 0;

function open(render: Render): void {
  const close = () => overlays.remove(overlay);
  const overlay: Overlay = { key: ++opened, render, address: location.href, close };
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

export interface CardOptions extends PlaceOptions {
  /** What it belongs to, beside which it is shown and to which the focus returns. */
  readonly anchor: Element;
  readonly name: string;
}

/** Shows a card beside something, until somebody presses Escape or elsewhere. */
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
  onClose,
  children,
  ...options
}: CardOptions & { readonly onClose: () => void; readonly children: ComponentChildren }) {
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = card.current;
    if (!box) return;
    box.showPopover();
    const put = () => place(box, anchor, options);
    put();
    // What is loaded later makes it larger.
    const watched = new ResizeObserver(put);
    for (const child of box.children) watched.observe(child);
    const unwatch = onMoved(anchor, put);
    (box.querySelector<HTMLElement>('[data-first]') ?? box).focus();
    return () => {
      watched.disconnect();
      unwatch();
      const hadFocus = box.contains(document.activeElement) || document.activeElement === document.body;
      if (hadFocus && anchor instanceof HTMLElement) anchor.focus();
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

/** What was opened elsewhere goes when one goes on, by a link, the browser's arrows or a key. */
function closeOthers(): void {
  for (const { address, close } of overlays.items) if (address !== location.href) close();
}

/** Where they are rendered: once, in the shell. */
export function Overlays() {
  useEffect(() => {
    addEventListener('hashchange', closeOthers);
    return () => removeEventListener('hashchange', closeOthers);
  }, []);
  return (
    <>
      {useShown(overlays).map(({ key, render, close }) => (
        <div key={key} class="overlay">
          {render(close)}
        </div>
      ))}
    </>
  );
}
