// Tooltips with the names of icon controls, shown on hover and focus. Screen readers have the names already,
// so tooltips are hidden from them.

import { positionPopover } from './position-popover.ts';

const DELAY_MILLISECONDS = 400;

function elementWithTip(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-tip]') ?? undefined) : undefined;
}

/** Shows tooltips for all elements with `data-tip`, until the signal is aborted. */
export function showTooltips(signal: AbortSignal): void {
  const box = document.createElement('div');
  box.className = 'tooltip';
  box.popover = 'manual';
  box.setAttribute('aria-hidden', 'true');
  document.body.append(box);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    if (box.matches(':popover-open')) box.hidePopover();
  };
  const show = (control: HTMLElement) => {
    if (!control.isConnected || control.getAttribute('aria-expanded') === 'true') return;
    box.textContent = control.dataset.tip ?? '';
    box.showPopover();
    positionPopover(box, control, { side: 'above' });
  };
  const showSoon = (control: HTMLElement) => {
    hide();
    timer = setTimeout(() => show(control), DELAY_MILLISECONDS);
  };
  const options = { signal, passive: true };
  document.addEventListener(
    'pointerover',
    (event) => {
      if (event.pointerType === 'touch') return;
      const control = elementWithTip(event.target);
      if (control) showSoon(control);
      else hide();
    },
    options,
  );
  document.addEventListener(
    'focusin',
    (event) => {
      const control = elementWithTip(event.target);
      if (control?.matches(':focus-visible')) showSoon(control);
      else hide();
    },
    options,
  );
  for (const type of ['pointerdown', 'keydown', 'scroll', 'focusout'] as const)
    document.addEventListener(type, hide, { ...options, capture: true });
  signal.addEventListener('abort', () => {
    hide();
    box.remove();
  });
}
