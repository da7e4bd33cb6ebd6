// POST /mobile_push/test_notification: immediately sends a test notification to devices without encryption.

import { text } from '../../api-contract/codec.ts';
import { ApiError } from '../../api-contract/error.ts';
import { limits } from '../../api-contract/limits.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { nowMilliseconds, nowSeconds } from '../../api-contract/time.ts';
import { plainTest } from '../../model/push/plain-payload.ts';
import { plainPush } from '../../model/push/plain-push.ts';
import type { PlainOutcome } from '../../model/push/push-relay.ts';
import type { PushTokenRow } from '../../model/push/push-token.ts';
import { relayedOrganization } from '../../model/push/relayed-organization.ts';
import {
  administratorActionRequired,
  relayBroken,
  testPushError,
} from '../../model/push/test-push-errors.ts';
import { removeDeadTokens, tokensOf } from '../../stores/push/token-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';

async function send(context: WriteContext, tokens: readonly PushTokenRow[]): Promise<PlainOutcome> {
  const { services, state, actor } = context;
  const organizationUrl = tokens[0]?.organization_url ?? context.organizationUrl;
  const { organization } = state;
  const payload = plainTest(
    { organizationUrl, organizationName: organization.name, accountId: actor.account.id },
    { organizationId: organization.id, server: new URL(organizationUrl).host },
    nowSeconds(),
  );
  if (!services.push) throw administratorActionRequired();
  try {
    return await services.push.notifyPlainly(
      relayedOrganization(organization, organizationUrl),
      plainPush(actor.account.id, tokens, payload, 'alert'),
      `plain-test.${organization.uuid}.${actor.account.id}.${nowMilliseconds()}`,
    );
  } catch (error) {
    throw testPushError(error, services.log);
  }
}

export const testNotify = writeOperation({
  name: 'test-notify',
  method: 'POST',
  path: '/mobile_push/test_notification',
  summary: 'Send a test notification to your devices that are registered without encryption.',
  since: 217,
  deprecated: true,
  access: 'human',
  errors: [
    'INVALID_PUSH_DEVICE_TOKEN',
    'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
    'ADMIN_ACTION_REQUIRED',
    'FAILED_TO_CONNECT_BOUNCER',
    'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  ],
  parameters: {
    token: optionally(
      text({ maximum: limits.deviceTokenCharacters }),
      'The token of the device. Defaults to all your devices.',
    ),
  },
  result: {},
  async handle(context, values) {
    const { reader, actor, write } = context;
    const all = await tokensOf(reader, [actor.account.id]);
    const tokens = all.filter((row) => values.token === undefined || row.token === values.token);
    if (tokens.length === 0) {
      if (values.token === undefined) return {};
      throw new ApiError(400, 'INVALID_PUSH_DEVICE_TOKEN', 'Device not recognized');
    }
    const { dead, missed } = await send(context, tokens);
    const deadCount = dead.apple.length + dead.google.length;
    if (deadCount > 0) {
      await write(async (writer) => {
        await removeDeadTokens(writer, actor.account.id, 'apns', dead.apple);
        await removeDeadTokens(writer, actor.account.id, 'fcm', dead.google);
      });
    }
    const missedCount = missed.apple.length + missed.google.length;
    if (deadCount < tokens.length && deadCount + missedCount >= tokens.length) throw relayBroken();
    if (deadCount >= tokens.length) {
      throw new ApiError(
        400,
        'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
        'Device not recognized by the push bouncer',
      );
    }
    return {};
  },
});
