// The other organizations that a person uses in this browser. Only their addresses are stored: the page may send requests to
// its own server alone, so it cannot know their names or what is unread there.

import { storedValue, storeValue } from '../lib/browser-storage.ts';
import { storedOrganizations } from '../lib/organization-address.ts';

const NAME = 'other organizations';

export function otherOrganizations(): readonly string[] {
  return storedOrganizations(storedValue(NAME), location.origin);
}

/** Stores the valid origins of a list, and returns them. */
export function storeOrganizations(origins: readonly string[]): readonly string[] {
  const validOrigins = storedOrganizations(origins, location.origin);
  storeValue(NAME, validOrigins);
  return validOrigins;
}
