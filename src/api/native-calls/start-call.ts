// POST /calls: begins a call in a conversation, or joins the one that it has.

import { currentCall } from '../../actions/native-calls/emit-call.ts';
import { type CallTarget, startCall } from '../../actions/native-calls/start.ts';
import { anyOf, id, list, oneOf, shortText } from '../../api-contract/codec.ts';
import { badRequest } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally, required, withDefault } from '../../api-contract/parameter.ts';
import { normalizeTopic } from '../../model/messages/topic.ts';
import { callKinds } from '../../model/native-calls/native-call.ts';
import { visibleAccount } from '../../queries/accounts/find.ts';
import { recipientByIdOrEmail } from '../../queries/messages/recipients.ts';
import { type WriteContext, writeOperation } from '../operation.ts';
import { actingIn } from './acting-in.ts';
import { joined, joiningErrors, joiningParameters, joiningResult } from './joining.ts';

/** Where the request wants the call to be held. @throws 400 for a conversation that does not exist or is not named whole */
async function targetOf(
  context: WriteContext,
  values: {
    readonly type: string;
    readonly to: number | readonly number[];
    readonly topic?: string | undefined;
  },
): Promise<CallTarget> {
  const { to, topic } = values;
  if (values.type !== 'direct') {
    if (typeof to !== 'number') throw badRequest('Invalid channel ID');
    if (topic === undefined) throw badRequest('Missing topic');
    return { channelId: to, topic: normalizeTopic(topic) };
  }
  if (topic !== undefined) throw badRequest('Direct messages have no topic.');
  const requester = await context.requester();
  const userIds = (typeof to === 'number' ? [to] : to).map(
    (userId) => recipientByIdOrEmail(requester, userId).id,
  );
  return { userIds };
}

export const startCallOperation = writeOperation({
  name: 'start-call',
  method: 'POST',
  path: '/calls',
  summary: 'Start a call in a conversation, or join the one that it has.',
  access: 'human',
  rateLimit: 'calls',
  errors: joiningErrors,
  parameters: {
    type: required(oneOf('direct', 'channel', 'stream'), 'The type of the conversation.'),
    to: required(
      anyOf('is not a conversation', id, list(id, limits.participantsInDirectMessage)),
      'For `direct`: the IDs of the users, with or without your own. For `channel`: the ID of the channel.',
    ),
    topic: optionally(shortText, 'For `channel`: the topic.'),
    kind: withDefault(oneOf(...callKinds), 'voice', 'Whether the call is started with cameras.'),
    ring: optionally(
      list(id, limits.callRings),
      'The IDs of the users to call. Defaults to everyone else in a direct conversation, and to no one in a topic.',
    ),
    ...joiningParameters,
  },
  result: joiningResult,
  async handle(context, values) {
    const { services, actor, organizationUrl } = context;
    const target = await targetOf(context, values);
    if (values.ring) {
      const requester = await context.requester();
      for (const userId of values.ring) visibleAccount(requester, userId);
    }
    const { wire, session } = await context.write(async (writer) => {
      const started = await startCall(
        await actingIn(context, writer),
        { target, kind: values.kind, ringIds: values.ring, client: actor.client, organizationUrl },
        {
          queueId: values.queue_id,
          isMuted: values.muted,
          takesOver: values.take_over,
          offer: services.calls.offer,
        },
      );
      return { wire: await currentCall(writer, started.call), session: started.session };
    });
    return joined(context, wire, session);
  },
});
