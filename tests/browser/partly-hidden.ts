// Finds texts of a page that are partly hidden.

/** The visible texts of which a part is not visible, except previews. Formulas hide parts of themselves. */
const cut = (isPartlyHidden: string) => `[...document.querySelectorAll('body *')]
  .filter((element) => {
    const { overflowX, overflowY, webkitLineClamp } = getComputedStyle(element);
    const hides = (overflow) => ['hidden', 'clip'].includes(overflow);
    return element.checkVisibility() &&
      element.clientWidth > 1 &&
      element.textContent.trim() !== '' &&
      !element.closest('.words, .result-context, .katex, .only-spoken') &&
      ${isPartlyHidden};
  })
  .map((element) => element.textContent.slice(0, 60))`;
/** Texts whose lines are cut. */
export const cutAcross = cut('hides(overflowX) && element.scrollWidth > element.clientWidth');
/** Texts of which lines are missing. */
export const cutBelow = cut(`hides(overflowY) && webkitLineClamp === 'none' && element.clientHeight > 0 &&
  element.scrollHeight > element.clientHeight + 1`);
