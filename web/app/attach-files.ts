// Adds text and files to a message in a conversation that is not open.

import type { Organization } from '../data/organization.ts';
import type { Destination } from '../lib/destination.ts';
import { composerOf } from './composer-of.ts';

/** Shows the conversation first, since the composer follows the view. @param address of the conversation */
export async function attachFiles(
  organization: Organization,
  destination: Destination,
  address: string,
  files: readonly File[],
  text = '',
): Promise<void> {
  if (location.hash !== address) {
    const addressChange = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
    location.hash = address;
    await addressChange;
  }
  requestAnimationFrame(() => {
    const composer = composerOf(organization);
    composer.open(destination, text);
    composer.addFiles(files);
  });
}
