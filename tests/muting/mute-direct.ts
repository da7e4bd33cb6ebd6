// Mutes and unmutes direct conversations in tests.

import type { ApiClient, Json } from '../support/client.ts';

export const mutedPath = '/users/me/muted_direct_conversations';

export function mute(client: ApiClient, user_ids: readonly number[], more: Json = {}): Promise<unknown> {
  return client.ok('POST', mutedPath, { user_ids, ...more });
}

export function unmute(client: ApiClient, user_ids: readonly number[]): Promise<unknown> {
  return client.ok('DELETE', mutedPath, { user_ids });
}
