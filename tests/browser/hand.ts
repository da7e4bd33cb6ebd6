// A person who uses only the keyboard: presses keys, types, and moves on by keys until an element has the focus.

import assert from 'node:assert/strict';
import { expect, type Page } from '@playwright/test';

/** The name of the focused element, and whether the focus is visible. */
export interface Focused {
  readonly name: string;
  readonly isBody: boolean;
  readonly isVisible: boolean;
}

export const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const one = (globalThis as unknown as { document: { activeElement: FocusedElement } }).document
      .activeElement;
    const name = one.getAttribute('aria-label') ?? one.closest('label')?.textContent ?? one.textContent ?? '';
    return { name: name.trim(), isBody: one.tagName === 'BODY', isVisible: one.matches(':focus-visible') };
  });

interface FocusedElement {
  readonly tagName: string;
  readonly textContent: string | null;
  getAttribute(name: string): string | null;
  closest(selector: string): FocusedElement | null;
  matches(selector: string): boolean;
}

const MAX_STEPS = 120;

/** A person without a mouse. */
export class Hand {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  type(text: string): Promise<void> {
    return this.#page.keyboard.type(text);
  }

  /** Presses a key until an element with the name has the focus. */
  async goTo(name: string | RegExp, key = 'Tab'): Promise<void> {
    const stops: string[] = [];
    for (let step = 0; step < MAX_STEPS; step++) {
      const current = await focused(this.#page);
      if (!stops.includes(current.name.slice(0, 30))) stops.push(current.name.slice(0, 30));
      if (typeof name === 'string' ? current.name.startsWith(name) : name.test(current.name)) return;
      await this.#page.keyboard.press(key);
    }
    assert.fail(`${name} is not reached by ${key}: ${stops.join(' | ')}`);
  }

  /** Chooses an item of the open menu. */
  async choose(label: string): Promise<void> {
    await expect(this.#page.locator('[role=menu]:popover-open :focus')).toBeVisible();
    await this.goTo(label, 'ArrowDown');
    await this.press('Enter');
  }

  /** Selects the newest message. */
  async chooseNewest(): Promise<void> {
    await this.press('End');
    await expect(this.#page.locator('article:last-child')).toBeFocused();
  }
}
