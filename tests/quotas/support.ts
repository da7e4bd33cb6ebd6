// Helpers for tests of quotas: an organization with daily quotas, and changing them as its owner.

import { defaultConfiguredLimits } from '../../src/api-contract/configured-limits.ts';
import { DAY } from '../../src/api-contract/time.ts';
import { updateOrganization } from '../../src/stores/organizations/organization-store.ts';
import { makeWorld, type World } from '../bad-input/world.ts';
import { startTestServer } from '../support/server.ts';

/** The demo's people and things in an organization that is not a demo, on a server without a rate limit. */
export async function makeRealWorld(): Promise<World> {
  const bounds = { ...defaultConfiguredLimits, requestsPerMinute: undefined };
  const world = await makeWorld(await startTestServer({ bounds }));
  await world.server.server.services.database.write(1, async (writer) => {
    await updateOrganization(writer, { is_demo: 0 });
    const touches = { organization: true } as const;
    writer.emit({ type: '_changed', audience: { kind: 'nobody' }, payload: {}, touches });
  });
  return world;
}

/** Sets a quota of the organization; null for its default. */
export async function setQuota(world: World, name: string, limit: number | null): Promise<void> {
  await world.client('olive').ok('PATCH', '/realm/quotas', { quotas: { [name]: limit } });
}

/** Backdates everything created so far to an earlier day. */
export async function passDay({ server }: World): Promise<void> {
  await server.server.services.database.write(1, async ({ db }) => {
    await db
      .updateTable('quota_use')
      .set((e) => ({ began_at: e('began_at', '-', DAY) }))
      .execute();
  });
}
