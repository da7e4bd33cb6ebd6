// Helpers for tests of groups: creating one, and finding system groups by name.

import type { ApiClient, Json } from '../support/client.ts';

let groupCount = 0;

/** Creates a group with a unique name; returns its id and name. */
export async function makeGroup(
  creator: ApiClient,
  parameters: Json = {},
): Promise<{ id: number; name: string }> {
  const name = `group ${++groupCount}`;
  const body = await creator.ok('POST', '/user_groups/create', {
    name,
    description: 'for a test',
    members: [],
    ...parameters,
  });
  return { id: body.group_id, name: String(parameters.name ?? name) };
}

/** The ids of the system groups, by name. */
export async function systemGroups(client: ApiClient): Promise<Record<string, number>> {
  const { user_groups } = await client.ok('GET', '/user_groups');
  return Object.fromEntries(
    user_groups
      .filter((group: { is_system_group: boolean }) => group.is_system_group)
      .map((group: { name: string; id: number }) => [group.name, group.id]),
  );
}
