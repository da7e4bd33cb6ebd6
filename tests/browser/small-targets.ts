// Finds what can be pressed on a page, and is smaller than 44 by 44 pixels.

import type { Page } from '@playwright/test';

/** Targets that are too small, as `kind: width x height`, each kind once. The size of a checkbox includes its label. */
const tooSmall = `(() => {
  const MIN_PIXELS = 43.5;
  const found = new Map();
  const pressed = 'a[href], button, [role^=menuitem], input:not([type=hidden], [type=file]), select, textarea, summary, [role=button], [role=tab], [role=option], [role=gridcell]';
  const isInText = (element) =>
    element.closest('.rendered') !== null ||
    (element.tagName === 'A' && getComputedStyle(element).display === 'inline' &&
      element.closest('p, li, small') !== null &&
      element.parentElement.textContent.trim() !== element.textContent.trim());
  const measured = (element, one) => {
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const hits = (left, top) => {
      const there = document.elementFromPoint(left, top);
      return there !== null && (element.contains(there) || there.closest('label')?.control === one);
    };
    // Not visible, or covered.
    if (box.width === 0 || x < 0 || y < 22 || x > innerWidth || y > innerHeight - 22 || !hits(x, y)) return undefined;
    const reach = (stepX, stepY) => {
      let far = 0;
      while (far < 30 && hits(x + stepX * (far + 0.5), y + stepY * (far + 0.5))) far++;
      return far;
    };
    return {
      width: Math.max(box.width >= MIN_PIXELS ? box.width : 0, reach(-1, 0) + reach(1, 0)),
      height: Math.max(box.height >= MIN_PIXELS ? box.height : 0, reach(0, -1) + reach(0, 1)),
    };
  };
  const isLarge = (size) => size === undefined || (size.width >= MIN_PIXELS - 1 && size.height >= MIN_PIXELS - 1);
  // An open menu covers parts of what is below it, which other screens measure.
  const menu = document.querySelector('[role=menu]:popover-open');
  for (const one of (menu ?? document).querySelectorAll(pressed)) {
    const element = one.matches('[type=checkbox], [type=radio]') ? (one.closest('label') ?? one) : one;
    if (isInText(element) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (element.closest('.only-spoken, .skip') || element.matches('.skip, .backdrop, [hidden]')) continue;
    let size = measured(element, one);
    if (isLarge(size)) continue;
    // The edge of a scroll container may have covered it.
    element.scrollIntoView({ block: 'center' });
    size = measured(element, one);
    if (isLarge(size)) continue;
    const { width, height } = size;
    const kind = element.tagName.toLowerCase() + [...element.classList].map((name) => '.' + name).join('') +
      ' in ' + (element.parentElement?.className || element.parentElement?.tagName.toLowerCase());
    if (!found.has(kind)) found.set(kind, kind + ': ' + Math.round(width) + ' x ' + Math.round(height) + ' ' + (element.getAttribute('aria-label') ?? element.textContent).slice(0, 30));
  }
  return [...found.values()];
})()`;

/** Targets that are too small once the page has settled. */
export async function smallTargets(page: Page): Promise<string[]> {
  let before = '';
  for (;;) {
    const found = await page.evaluate<string[]>(tooSmall);
    if (JSON.stringify(found) === before) return found;
    before = JSON.stringify(found);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  }
}
