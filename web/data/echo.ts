// Messages as the server will show them, before it has answered. The renderer is loaded when it is first asked for; until it
// is there, and where it cannot be loaded, there is no echo.

import { untilOnline } from '../components/until-online.ts';
import type { Echo } from '../store/echo.ts';
import { Loaded } from './loaded.ts';
import type { Organization } from './organization.ts';

type Renderer = typeof import('./echo-renderer.ts');

const loaded = new Loaded(() => import('./echo-renderer.ts'), untilOnline);
let renderer: Renderer | undefined;

/** Loads what a text needs. Resolves in any case: without the renderer a message shows as it was written. */
export async function loadEcho(organization: Organization, content: string): Promise<void> {
  try {
    renderer = await loaded.get();
    await renderer.prepare(organization, content);
  } catch {
    // Asked for again with a text that is written later.
  }
}

/** What a text becomes; undefined where what it needs is not loaded. */
export function echoOf(organization: Organization, content: string): Echo | undefined {
  return renderer?.render(organization, content);
}
