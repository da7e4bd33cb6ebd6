// The handle between the view and the conversation beside it, which is dragged or moved by arrow keys. The width is
// remembered in the browser, since it depends on the screen.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n/texts.ts';
import { storedValue, storeValue } from '../lib/browser-storage.ts';
import { shareAfterKey, shareAt, sharesOfView, storedShare } from './beside-share.ts';

const NAME = 'beside share';

export function WidthHandle() {
  const handle = useRef<HTMLDivElement>(null);
  const [share, setShare] = useState(() => storedShare(storedValue(NAME)));
  const isRightToLeft = () => document.documentElement.dir === 'rtl';
  // The frame lays out both sides.
  useLayoutEffect(() => {
    handle.current?.closest<HTMLElement>('.frame')?.style.setProperty('--beside-share', String(share / 100));
  }, [share]);
  const latest = useRef(share);
  function show(next: number) {
    latest.current = next;
    setShare(next);
  }
  function change(next: number) {
    show(next);
    storeValue(NAME, next);
  }
  function shareOf({ clientX }: PointerEvent): number {
    const box = handle.current?.closest('.beside')?.getBoundingClientRect();
    const start = document.querySelector('main')?.getBoundingClientRect();
    if (!box || !start) return share;
    return isRightToLeft()
      ? shareAt(start.right - clientX, start.right - box.left)
      : shareAt(clientX - start.left, box.right - start.left);
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line between paragraphs has no value.
    <div
      ref={handle}
      class="width-handle"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('beside.width')}
      aria-valuenow={share}
      aria-valuemin={sharesOfView.least}
      aria-valuemax={sharesOfView.most}
      tabIndex={0}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) show(shareOf(event));
      }}
      onLostPointerCapture={() => storeValue(NAME, latest.current)}
      onDblClick={() => change(sharesOfView.usual)}
      onKeyDown={(event) => {
        const next = shareAfterKey(event.key, share, isRightToLeft());
        if (next === undefined) return;
        event.preventDefault();
        change(next);
      }}
    />
  );
}
