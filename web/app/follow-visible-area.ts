// Keeps the page within what the keyboard of a phone leaves visible. Chrome and Firefox make the page smaller themselves
// (`interactive-widget=resizes-content`); Safari leaves it as large as before, below the keyboard, and moves it up.

import { visibleArea } from '../lib/visible-area.ts';

const textFields = 'input, textarea, select, [contenteditable]';

/** Sets the custom properties with which the sheets size the page, whenever the visible part changes. */
export function followVisibleArea(signal: AbortSignal): void {
  const viewport = window.visualViewport;
  if (!viewport) return;
  const { style } = document.documentElement;
  const update = () => {
    const pageHeight = document.documentElement.clientHeight;
    const isTyping = document.activeElement?.matches(textFields) === true;
    const area = visibleArea(viewport, { pageHeight, isTyping });
    const properties = { height: area?.height, top: area?.top, covered: area?.covered };
    for (const [name, pixels] of Object.entries(properties)) {
      if (pixels === undefined) style.removeProperty(`--visible-${name}`);
      else style.setProperty(`--visible-${name}`, `${pixels}px`);
    }
  };
  for (const type of ['resize', 'scroll']) viewport.addEventListener(type, update, { signal });
  for (const type of ['focusin', 'focusout'])
    document.addEventListener(type, () => setTimeout(update), { signal });
}
