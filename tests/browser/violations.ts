// Finds the accessibility violations of a page with axe.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

const require = createRequire(import.meta.url);
const axe = readFileSync(join(require.resolve('axe-core'), '../axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * The accessibility violations of a page, or within a selector, in short. The script is evaluated, since the page's CSP
 * does not allow it as an element.
 */
export async function violations(page: Page, within = 'html'): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axe);
  const found = await page.evaluate(async (within) => {
    const { axe } = globalThis as unknown as {
      axe: { run(within: string, options: object): Promise<{ violations: unknown[] }> };
    };
    // Within a part, the first link would be taken for one that skips to something.
    const rules = { 'skip-link': { enabled: within === 'html' } };
    return (await axe.run(within, { rules })).violations;
  }, within);
  return (found as Violation[]).map(
    ({ id, help, nodes }) => `${id}: ${help}: ${nodes[0]?.html.slice(0, 200)}`,
  );
}
