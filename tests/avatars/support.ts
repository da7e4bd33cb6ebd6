// People whose pictures come from the external service, as in organizations that choose it.

import type { ApiClient } from '../support/client.ts';

/** Has people show what the external service has for their addresses; everybody else keeps the drawn picture. */
export async function showServicePictures(owner: ApiClient, ...people: readonly ApiClient[]): Promise<void> {
  await owner.ok('PATCH', '/realm', { default_avatar_source: 'G' });
  for (const person of people) await person.ok('DELETE', '/users/me/avatar');
  await owner.ok('PATCH', '/realm', { default_avatar_source: 'J' });
}
