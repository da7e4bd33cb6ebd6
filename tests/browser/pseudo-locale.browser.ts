// Every screen in the pseudo-locale, whose texts are marked, accented and a third longer: unmarked text is
// untranslated, and nothing may become wider than the window or its control.

import type { Page } from '@playwright/test';
import { expect, logIn, test } from './fixtures.ts';
import { picture } from './pictures.ts';
import { addressIn, allScreens, openScreen } from './screens.ts';

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Displayed and spoken texts: in document order, with their parent elements, and those in attributes. */
interface Shown {
  readonly texts: readonly { readonly text: string; readonly selector: string }[];
  readonly attributes: readonly { readonly text: string; readonly selector: string }[];
  readonly cut: readonly string[];
  readonly width: number;
}

/** Exceptions: messages are user content, times are formatted by the browser, and keys are named as on keyboards. */
const exceptions =
  '.rendered, .words, .result-context, .result small, time, kbd, .day, .avatar, script, style, noscript, option[lang], [data-not-translated]';
/** The names of rows of conversations contain a time and the beginning of a message; their parts are checked. */
const namedAfterParts = '.conversation';

const lookAtPage = `(() => {
  const exceptions = ${JSON.stringify(exceptions)};
  const namedAfterParts = ${JSON.stringify(namedAfterParts)};
  const selectorOf = (element) => element.localName + (element.className?.baseVal ?? element.className ? '.' + (element.className?.baseVal ?? element.className) : '');
  const isShown = (element) => element.checkVisibility();
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent.closest(exceptions) || !isShown(parent)) continue;
    texts.push({ text: node.data, selector: selectorOf(parent) });
  }
  const attributes = [];
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt], [data-tip], [aria-description]')) {
    if (element.closest(exceptions) || element.matches(namedAfterParts) || !isShown(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'data-tip', 'aria-description']) {
      const text = element.getAttribute(name);
      if (text) attributes.push({ text, selector: selectorOf(element) + '[' + name + ']' });
    }
  }
  const cut = [];
  for (const control of document.body.querySelectorAll('button, [role=tab], label, h1, h2, legend')) {
    if (!isShown(control) || control.closest('.only-spoken')) continue;
    const style = getComputedStyle(control);
    if (style.textOverflow === 'ellipsis' || control.clientWidth < 8) continue;
    // Elements that enlarge a touch target contain no text.
    const around = Math.max(0, -parseFloat(getComputedStyle(control, '::after').right) || 0);
    if (control.scrollWidth > control.clientWidth + around + 2) cut.push(selectorOf(control) + ': ' + control.textContent.slice(0, 60));
  }
  return { texts, attributes, cut, width: document.documentElement.scrollWidth };
})()`;

/** List separators of the browser, and names of keys. */
const listSeparators = /, and | and |, /;
const key = /^(?:(?:Ctrl|Alt|Shift)\+.*|\p{L}|Ctrl|Alt|Shift|Enter|Esc)$/u;

/** The text outside the marks, from the first letter to the last. */
function* unmarked(texts: Shown['texts']): Generator<{ text: string; selector: string }> {
  let depth = 0;
  for (const { text, selector } of texts) {
    let outside = '';
    for (const character of text) {
      if (character === '⟦') depth += 1;
      else if (character === '⟧') depth -= 1;
      else if (depth === 0) outside += character;
    }
    for (const part of outside.split(listSeparators)) {
      const text = part.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
      if (text !== '' && !key.test(text)) yield { text, selector };
    }
  }
}

/** All texts from the server: names of people and channels, user content, values of settings. */
class Data {
  readonly #texts = new Set<string>();
  readonly #coming = new Set<Promise<void>>();
  #all = '';

  /** Adds the texts of a response. The page may have displayed them before. */
  takeFrom(answer: Promise<unknown>): void {
    const processed = answer.then(
      (value) => this.take(value),
      () => undefined,
    );
    this.#coming.add(processed);
    void processed.then(() => this.#coming.delete(processed));
  }

  /** Resolves when all responses have been added. */
  async settled(): Promise<void> {
    await Promise.all(this.#coming);
  }

  take(value: unknown): void {
    if (typeof value === 'string') this.#texts.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const one of Object.values(value)) this.take(one);
    this.#all = '';
  }

  has(text: string): boolean {
    this.#all ||= [...this.#texts].join('\n');
    return this.#all.includes(text);
  }
}

async function problemsOf(page: Page, data: Data): Promise<string[]> {
  const found: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    const { texts, attributes, cut, width } = await page.evaluate<Shown>(lookAtPage);
    await data.settled();
    if (width > size.width) found.push(`${width} pixels wide of ${size.width}`);
    found.push(...cut.map((control) => `${size.width}: cut off: ${control}`));
    const alone = attributes.flatMap((one) => [...unmarked([one])]);
    for (const { text, selector } of [...unmarked(texts), ...alone]) {
      if (!data.has(text)) found.push(`not translated: ${JSON.stringify(text)} in ${selector}`);
    }
  }
  return [...new Set(found)];
}

test('every text is translated and fits into its control and the window', { tag: '@nightly' }, async ({
  server,
  open,
}) => {
  const all = await allScreens(server);
  const topic = addressIn(all, 'topic');
  const page = await open(undefined);
  const data = new Data();
  await page.route('**/json/register', async (route) => {
    const answer = await route.fetch();
    const snapshot = await answer.json();
    snapshot.user_settings.default_language = 'pseudo';
    await route.fulfill({ response: answer, json: snapshot });
  });
  page.on('response', (response) => {
    if (!response.url().includes('/json/')) return;
    data.takeFrom(response.json());
  });
  await logIn(page.context(), server.url, 'adam');
  await page.goto(server.url);
  await expect(page.locator('.frame')).toBeVisible();

  const keys = (key: string) => () => page.keyboard.press(key);
  const pressOnLast = (key: string) => async () => {
    await page.locator('article').last().focus();
    await page.keyboard.press(key);
  };
  const dialog = 'dialog[open]';
  const menu = '[role=menu]:popover-open';
  const overlays: Readonly<
    Record<string, readonly [address: string, show: () => Promise<void>, shown: string]>
  > = {
    'the menu of the page': ['#inbox', keys('g'), menu],
    keys: ['#inbox', keys('?'), dialog],
    status: ['#inbox', keys('Shift+Y'), dialog],
    'a new message': ['#inbox', keys('c'), '.composer'],
    'the menu of a message': [topic, pressOnLast('i'), menu],
    'moving a message': [topic, pressOnLast('m'), dialog],
    'a card': [topic, pressOnLast('u'), '.card'],
    'who has read it': [topic, pressOnLast('Shift+V'), dialog],
  };
  const look = async (name: string) => {
    await picture(page, `pseudo-${name.replaceAll(/\W+/g, '-')}`);
    await expect.poll(() => problemsOf(page, data)).toEqual([]);
  };
  for (const [name, screen] of all) {
    await test.step(name, async () => {
      await page.setViewportSize(sizes[0] ?? { width: 1440, height: 900 });
      await openScreen(page, server, screen);
      await look(name);
    });
  }
  for (const [name, [address, show, shown]] of Object.entries(overlays)) {
    await test.step(name, async () => {
      await page.setViewportSize(sizes[0] ?? { width: 1440, height: 900 });
      // A dialog of the previous screen closes with it.
      await page.goto(`${server.url}/#recent`);
      await page.goto(`${server.url}/${address}`);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await show();
      await expect(page.locator(shown).first()).toBeVisible();
      await look(name);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
    });
  }
});
