// POST /register: a snapshot of the state that a client shows, and an event queue that continues it.

import { anyText, integer, nullable, optional } from '../../api-contract/codec.ts';
import { badRequest, notLoggedIn } from '../../api-contract/error.ts';
import { API_VERSION, FEATURE_LEVEL } from '../../api-contract/feature-level.ts';
import { writeFields } from '../../api-contract/written-json.ts';
import { idleSecondsFor } from '../../events/queue.ts';
import { takeSnapshot } from '../../events/snapshot/snapshot.ts';
import { snapshotSchema } from '../../events/snapshot/snapshot-schema.ts';
import { allowsAnonymousViewers } from '../../queries/organizations/anonymous-access.ts';
import { PreparedResult, type PublicContext, publicOperation } from '../operation.ts';
import { type QueueParameterValues, queueOptions, queueParameters } from './queue-parameters.ts';

/** Takes the snapshot and, for an account, creates the queue that begins at its log position. */
export async function register(
  context: PublicContext,
  values: QueueParameterValues,
): Promise<Record<string, unknown>> {
  const { hub, services, actor, state } = context;
  if (!actor && !allowsAnonymousViewers(state)) throw notLoggedIn();
  if (!actor && values.client_gravatar === true) {
    throw badRequest("Invalid 'client_gravatar' parameter for anonymous request");
  }
  if (!actor && values.include_subscribers !== 'false') {
    throw badRequest("Invalid 'include_subscribers' parameter for anonymous request");
  }
  const options = queueOptions(values, context.client, actor !== undefined);
  const stateParts = values.fetch_event_types ?? values.event_types ?? undefined;
  const snapshot = await takeSnapshot(hub, {
    account: actor?.account,
    options,
    organizationUrl: context.organizationUrl,
    presenceHistoryDays: values.presence_history_limit_days,
    videoCalls: services.videoCalls,
    calls: services.calls.offer,
    signIn: services.signIn,
    keyring: services.keyring,
    bounds: services.bounds,
    sendsMail: services.sendsMail,
    wants: (name) => stateParts === undefined || stateParts.includes(name),
    wantsByName: (name) => stateParts?.includes(name) ?? false,
  });
  const common = {
    zulip_feature_level: FEATURE_LEVEL,
    zulip_version: API_VERSION,
    zulip_merge_base: API_VERSION,
  };
  if (!actor) return { queue_id: null, last_event_id: -1, ...common, ...snapshot.fields };
  const idleSeconds = idleSecondsFor(values.idle_queue_timeout);
  const queue = await hub.register(actor.account.id, snapshot.sequence, idleSeconds, options);
  return {
    queue_id: queue.id,
    last_event_id: snapshot.sequence,
    idle_queue_timeout_secs: idleSeconds,
    ...common,
    ...snapshot.fields,
  };
}

export const registerQueue = publicOperation({
  name: 'register-queue',
  method: 'POST',
  path: '/register',
  summary: 'Register an event queue and fetch the initial state.',
  access: 'spectator',
  parameters: queueParameters,
  result: {
    queue_id: nullable(anyText),
    last_event_id: integer(),
    zulip_feature_level: integer(),
    zulip_version: anyText,
    zulip_merge_base: anyText,
    idle_queue_timeout_secs: optional(integer()),
    ...snapshotSchema,
  },
  async handle(context, values) {
    return new PreparedResult(await writeFields(await register(context, values)));
  },
});
