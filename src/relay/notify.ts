// push/e2ee/notify: encrypted notifications of an organization, each for one device.

import { badRequest } from '../api-contract/error.ts';
import {
  type Fields,
  fieldsOf,
  listIn,
  organizationIn,
  payloadOf,
  pushStatus,
  type RelayContext,
  type RelayOperation,
  textIn,
} from './context.ts';
import { deliver } from './deliver.ts';
import type { DeliveryName } from './delivery-store.ts';
import type { OutgoingPush } from './push-service.ts';
import type { RemoteOrganization } from './relay-store.ts';

const MAX_REQUESTS = 1000;
/** Base64 of eight bytes. */
const TOKEN_ID_CHARACTERS = 12;

interface Asked {
  readonly tokenId: string;
  readonly payload: Fields;
  readonly isUrgent: boolean;
  readonly isBackground: boolean;
}

/** One request as it came; refuses what no device could use. */
function askedIn(value: unknown, index: number): Asked {
  const at = `push_requests[${index}]`;
  const request = fieldsOf(value, () => badRequest(`${at} is not a dict`));
  const payload = payloadOf(request.payload, `${at}["payload"]`);
  const tokenId = textIn(request, 'token_id', TOKEN_ID_CHARACTERS);
  if (request.http_headers === undefined) {
    return { tokenId, payload, isUrgent: request.fcm_priority === 'high', isBackground: false };
  }
  const headers = fieldsOf(request.http_headers, () => badRequest(`${at}["http_headers"] is not a dict`));
  return {
    tokenId,
    payload,
    isUrgent: headers.apns_priority === 10,
    isBackground: headers.apns_push_type === 'background',
  };
}

async function send(
  context: RelayContext,
  organization: RemoteOrganization,
  delivery: DeliveryName | undefined,
  asked: readonly Asked[],
): Promise<Fields> {
  const { devices } = context.store;
  const gone = new Set<string>();
  const pushes: OutgoingPush[] = [];
  for (const { tokenId, ...how } of asked) {
    const device = devices.find(organization.id, tokenId);
    if (device) pushes.push({ device, ...how });
    else gone.add(tokenId);
  }
  const { sent, dead, missed } = await deliver(context, delivery, pushes);
  for (const { device } of dead) {
    devices.remove(organization.id, device.token_id);
    gone.add(device.token_id);
  }
  return {
    apple_successfully_sent_count: sent.filter(({ device }) => device.kind === 'apns').length,
    android_successfully_sent_count: sent.filter(({ device }) => device.kind === 'fcm').length,
    delete_token_ids: [...gone],
    // Beyond the protocol of the API family: what the server may try again.
    missed_token_ids: missed.map(({ device }) => device.token_id),
    realm_push_status: pushStatus,
  };
}

/** Hands notifications to devices of an organization, and says which of them are none any more. */
export const notify: RelayOperation = (context, request) =>
  send(
    context,
    organizationIn(context, request),
    request.delivery,
    listIn(request.body, 'push_requests', MAX_REQUESTS).map(askedIn),
  );
