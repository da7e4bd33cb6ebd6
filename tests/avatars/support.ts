// Accounts with pictures of the external service, as in organizations that use it.

import type { ApiClient } from '../support/client.ts';

/** Switches accounts to the external service's pictures; all others keep the generated ones. */
export async function showServicePictures(owner: ApiClient, ...people: readonly ApiClient[]): Promise<void> {
  await owner.ok('PATCH', '/realm', { default_avatar_source: 'G' });
  for (const person of people) await person.ok('DELETE', '/users/me/avatar');
  await owner.ok('PATCH', '/realm', { default_avatar_source: 'J' });
}
