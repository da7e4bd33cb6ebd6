// Every screen without a mouse: Tab leads through all of its controls and out of it again, each shows that it has the
// focus, and nothing needs a mouse.

import type { Page } from '@playwright/test';
import { fillLists } from './dialogs.ts';
import { expect, test } from './fixtures.ts';
import { allScreens, openScreen } from './screens.ts';

/** What looks as if it could be pressed, but cannot have the focus, nor is part of something that can. */
const onlyPressedByMouse = `[...document.querySelectorAll('body *')]
  .filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) &&
    getComputedStyle(one).cursor === 'pointer' &&
    !one.closest('a[href], button, label, summary, input, select, textarea, option, [tabindex], :disabled'))
  .map((one) => one.outerHTML.slice(0, 100))`;

/** Prepares to walk: the controls of the page that Tab reaches are numbered. A group of radio buttons is one stop. */
const numberStops = `[...document.querySelectorAll('main :is(a[href], button, input, select, textarea, summary, [tabindex])')]
  .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled, [type=radio]:not(:checked)') &&
    one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], [hidden]'))
  .forEach((one, index) => one.setAttribute('data-stop', String(index)))`;

interface Stop {
  readonly isOutside: boolean;
  readonly number: string | null;
  readonly html: string;
  /** Whether it, or the frame of its field, has an outline. */
  readonly isShown: boolean;
}

const currentStop = `(() => {
  const one = document.activeElement;
  // A bar marks the chosen message.
  let isShown = one.matches('article');
  for (let box = one; box && box.localName !== 'main' && !isShown; box = box.parentElement) {
    const { outlineStyle, outlineWidth } = getComputedStyle(box);
    isShown = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
  }
  return {
    isOutside: one.closest('main') === null,
    number: one.getAttribute('data-stop'),
    html: one.outerHTML.slice(0, 100),
    isShown,
  };
})()`;

const MAX_STOPS = 400;
/** Tab leads through the links and tools of all messages. Keys lead past them. */
const MAX_STOPS_IN_FEED = 40;

/** What is wrong with walking through the screen by Tab. */
async function problemsOfTabbing(page: Page): Promise<string[]> {
  const found = (await page.evaluate<string[]>(onlyPressedByMouse)).map((html) => `only by mouse: ${html}`);
  await page.evaluate(numberStops);
  const isFeed = (await page.getByRole('article').count()) > 0;
  const expected = new Set(
    await page
      .locator('main [data-stop]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-stop'))),
  );
  await page.evaluate(`document.querySelector('main').focus()`);
  for (let step = 0; ; step++) {
    await page.keyboard.press('Tab');
    const { isOutside, number, html, isShown } = await page.evaluate<Stop>(currentStop);
    if (isOutside) break;
    if (isFeed && step === MAX_STOPS_IN_FEED) return found;
    if (step === MAX_STOPS) return [...found, `no way out: ${html}`];
    if (!isShown) found.push(`no visible focus: ${html}`);
    expected.delete(number);
  }
  if (isFeed) return found;
  for (const number of expected) {
    const html = await page
      .locator(`[data-stop="${number}"]`)
      .evaluateAll(([one]) => one?.outerHTML.slice(0, 100));
    // It may have been replaced by another one while walking.
    if (html) found.push(`not reached: ${html}`);
  }
  return found;
}

test('Tab leads through every screen', { tag: '@nightly' }, async ({ server, open }) => {
  await fillLists(server);
  const page = await open('olive', '#inbox', { reducedMotion: 'reduce' });
  for (const [name, screen] of await allScreens(server)) {
    await test.step(name, async () => {
      await openScreen(page, server, screen);
      expect(await problemsOfTabbing(page)).toEqual([]);
    });
  }
});
