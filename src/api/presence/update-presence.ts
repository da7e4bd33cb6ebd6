// POST /users/me/presence: reports that the client's person is present, and returns the presence of others.
// Answered from memory; an event is only emitted when a person comes online or becomes active.

import { boolean, integer, number, oneOf, optional } from '../../api-contract/codec.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required, withDefault } from '../../api-contract/parameter.ts';
import { exactSeconds, nowSeconds } from '../../api-contract/time.ts';
import { writeFields } from '../../api-contract/written-json.ts';
import { type PresenceStatus, presenceLevelOf } from '../../model/presence/presence.ts';
import { presenceChanged } from '../../model/presence/presence-events.ts';
import { presencesSchema } from '../../model/presence/presence-schema.ts';
import { presencesFor } from '../../queries/presence/visible-presence.ts';
import type { OrganizationState } from '../../queries/state/organization-state.ts';
import { PreparedResult, type WriteContext, writeOperation } from '../operation.ts';

const DEFAULT_HISTORY_DAYS = 14;

const peopleCounts = new WeakMap<OrganizationState, { readonly version: number; readonly count: number }>();

/** In larger organizations presence is fetched instead of pushed. */
function isPushed(state: OrganizationState): boolean {
  const { accounts: version } = state.versions;
  let cached = peopleCounts.get(state);
  if (cached?.version !== version) {
    let count = 0;
    for (const account of state.accounts.values()) if (account.isActive && !account.isBot) count++;
    cached = { version, count };
    peopleCounts.set(state, cached);
  }
  return cached.count <= limits.presencePushMaximumPeople;
}

async function report({ state, actor, write }: WriteContext, status: PresenceStatus): Promise<void> {
  const { id, settings } = actor.account;
  if (!settings.presence_enabled || state.organization.settings.presence_disabled) return;
  const now = nowSeconds();
  const before = presenceLevelOf(state.presence.get(id), now);
  const presence = state.presence.report(id, status, now);
  if (presenceLevelOf(presence, now) <= before || !isPushed(state)) return;
  await write(async (writer) => {
    writer.emit(presenceChanged(id, presence, now));
  });
}

export const updatePresence = writeOperation({
  name: 'update-presence',
  method: 'POST',
  path: '/users/me/presence',
  summary: 'Update your presence, and get the presence of others.',
  access: 'human',
  parameters: {
    status: required(
      oneOf('active', 'idle'),
      'Your presence status: `active` while you use the device, otherwise `idle`.',
    ),
    last_update_id: optionally(
      integer({ minimum: -1 }),
      'Only return changes after this update; -1 for everything. The response has the modern format.',
      { since: 263 },
    ),
    history_limit_days: withDefault(
      integer({ minimum: 0, maximum: 3650 }),
      DEFAULT_HISTORY_DAYS,
      'Maximum age of presence data, in days.',
      { since: 288 },
    ),
    new_user_input: withDefault(
      boolean,
      false,
      'Whether there was user input since the last request. Accepted for compatibility; this server has no usage statistics.',
    ),
    ping_only: withDefault(boolean, false, 'Whether to leave the presence of others out of the response.'),
    slim_presence: withDefault(
      boolean,
      false,
      'Whether to return presence in the modern format, by user ID.',
    ),
  },
  result: {
    presence_last_update_id: optional(integer()),
    server_timestamp: optional(number),
    presences: optional(presencesSchema),
  },
  async handle(context, values) {
    const { state, actor } = context;
    await report(context, values.status);
    const after = values.last_update_id;
    if (values.ping_only) return { presence_last_update_id: after ?? -1 };
    const { presences, lastUpdateId } = presencesFor(state, actor.account, {
      isModern: after !== undefined || values.slim_presence,
      after: after !== undefined && after > 0 ? after : undefined,
      historyDays: values.history_limit_days,
    });
    return new PreparedResult(
      await writeFields({
        presence_last_update_id: lastUpdateId,
        server_timestamp: exactSeconds(),
        presences,
      }),
    );
  },
});
