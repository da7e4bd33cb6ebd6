// Renders messages locally before the server has answered. The renderer is loaded on first use; until then,
// or if it cannot be loaded, there is no local echo.

import { untilOnline } from '../components/until-online.ts';
import type { Echo } from '../store/echo.ts';
import { LazyValue } from './lazy-value.ts';
import type { Organization } from './organization.ts';

type Renderer = typeof import('./echo-renderer.ts');

const lazyRenderer = new LazyValue(() => import('./echo-renderer.ts'), untilOnline);
let renderer: Renderer | undefined;

/** Loads what a text needs. Never rejects: without the renderer the message is shown as it was written. */
export async function loadEcho(organization: Organization, content: string): Promise<void> {
  try {
    renderer = await lazyRenderer.get();
    await renderer.prepare(organization, content);
  } catch {
    // The next text tries again.
  }
}

/** The local echo of a text; undefined if what it needs is not loaded. */
export function echoOf(organization: Organization, content: string): Echo | undefined {
  return renderer?.render(organization, content);
}
