// POST /mobile_push/e2ee/test_notification: immediately sends a test notification to the caller's devices
// (specification, E21).

import { tokensInvalidated } from '../../actions/push/register-device.ts';
import { id } from '../../api-contract/codec.ts';
import { optionally } from '../../api-contract/parameter.ts';
import { nowMilliseconds, nowSeconds } from '../../api-contract/time.ts';
import type { DeviceRow } from '../../model/push/push-device.ts';
import { testPayload } from '../../model/push/push-payload.ts';
import type { PushOutcome, PushRelay } from '../../model/push/push-relay.ts';
import { encryptedRequests } from '../../model/push/push-requests.ts';
import { relayedOrganization } from '../../model/push/relayed-organization.ts';
import {
  administratorActionRequired,
  noActiveDevice,
  relayBroken,
  testPushError,
} from '../../model/push/test-push-errors.ts';
import { activeDevicesOf } from '../../stores/push/device-store.ts';
import { type WriteContext, writeOperation } from '../operation.ts';

/**
 * Sends the test.
 * @throws the error for the caller that corresponds to the relay's failure
 */
async function send(
  relay: PushRelay,
  { state, services }: WriteContext,
  devices: readonly DeviceRow[],
): Promise<PushOutcome> {
  const now = nowSeconds();
  const { organization } = state;
  const requests = await encryptedRequests(services.keyring, devices, 'alert', (device) =>
    testPayload(
      {
        organizationUrl: device.organization_url,
        organizationName: organization.name,
        accountId: device.account_id,
      },
      now,
    ),
  );
  if (requests.length === 0) throw noActiveDevice();
  // Any device's address identifies the organization to the relay.
  const relayed = relayedOrganization(organization, devices[0]?.organization_url ?? '');
  const deliveryId = `test.${organization.uuid}.${devices.map((device) => device.id).join('-')}.${nowMilliseconds()}`;
  try {
    return await relay.notify(relayed, requests, deliveryId);
  } catch (error) {
    throw testPushError(error, services.log);
  }
}

export const e2eeTestNotify = writeOperation({
  name: 'e2ee-test-notify',
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  summary: 'Send an encrypted test notification to your devices.',
  since: 420,
  access: 'account',
  errors: [
    'NO_ACTIVE_PUSH_DEVICE',
    'ADMIN_ACTION_REQUIRED',
    'FAILED_TO_CONNECT_BOUNCER',
    'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  ],
  parameters: {
    device_id: optionally(id, 'The ID of the device. Defaults to all your devices.', { since: 468 }),
  },
  result: {},
  async handle(context, values) {
    const { actor, services, reader, write } = context;
    const all = await activeDevicesOf(reader, [actor.account.id]);
    const devices = all.filter((device) => values.device_id === undefined || device.id === values.device_id);
    if (devices.length === 0) throw noActiveDevice();
    if (!services.push) throw administratorActionRequired();
    const { deadTokenIds, missedTokenIds, status } = await send(services.push, context, devices);
    if (deadTokenIds.length > 0) await write((writer) => tokensInvalidated(writer, deadTokenIds));
    const deadIds = new Set(deadTokenIds);
    const reachable = devices.filter((device) => !deadIds.has(device.token_id ?? ''));
    if (reachable.length === 0) throw noActiveDevice();
    const missedIds = new Set(missedTokenIds);
    if (reachable.every((device) => missedIds.has(device.token_id ?? ''))) throw relayBroken();
    if (!status.canPush) throw administratorActionRequired();
    return {};
  },
});
