// push/e2ee/notify: encrypted notifications for an organization, each for one device.

import { anyObject } from '../src/api-contract/codec.ts';
import { deliver } from './deliver.ts';
import type { DeliveryId } from './delivery-store.ts';
import type { OutgoingPush } from './push-service.ts';
import {
  type Fields,
  listIn,
  organizationIn,
  payloadOf,
  pushStatus,
  type RelayContext,
  type RelayOperation,
  textIn,
} from './relay-context.ts';
import type { RemoteOrganization } from './relay-store.ts';

const MAX_REQUESTS = 1000;
/** Base64 of eight bytes. */
const TOKEN_ID_CHARACTERS = 12;

interface PushRequest {
  readonly tokenId: string;
  readonly payload: Fields;
  readonly isUrgent: boolean;
  readonly isBackground: boolean;
}

/** One request, decoded. @throws if it is invalid */
function pushRequestIn(value: unknown, index: number): PushRequest {
  const at = `push_requests[${index}]`;
  const request = anyObject.decode(value, at);
  const payload = payloadOf(request.payload, `${at}["payload"]`);
  const tokenId = textIn(request, 'token_id', TOKEN_ID_CHARACTERS);
  if (request.http_headers === undefined) {
    return { tokenId, payload, isUrgent: request.fcm_priority === 'high', isBackground: false };
  }
  const headers = anyObject.decode(request.http_headers, `${at}["http_headers"]`);
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
  delivery: DeliveryId | undefined,
  requests: readonly PushRequest[],
): Promise<Fields> {
  const { devices } = context.store;
  const unknownTokens = new Set<string>();
  const pushes: OutgoingPush[] = [];
  for (const { tokenId, ...push } of requests) {
    const device = devices.find(organization.id, tokenId);
    if (device) pushes.push({ device, ...push });
    else unknownTokens.add(tokenId);
  }
  const { sent, dead, missed } = await deliver(context, delivery, pushes);
  for (const { device } of dead) {
    devices.remove(organization.id, device.token_id);
    unknownTokens.add(device.token_id);
  }
  return {
    apple_successfully_sent_count: sent.filter(({ device }) => device.kind === 'apns').length,
    android_successfully_sent_count: sent.filter(({ device }) => device.kind === 'fcm').length,
    delete_token_ids: [...unknownTokens],
    // An extension of the reference server's protocol: the devices for which the server may retry.
    missed_token_ids: missed.map(({ device }) => device.token_id),
    realm_push_status: pushStatus,
  };
}

/** Sends notifications to devices of an organization, and returns which devices are no longer valid. */
export const notify: RelayOperation = (context, request) =>
  send(
    context,
    organizationIn(context, request),
    request.delivery,
    listIn(request.body, 'push_requests', MAX_REQUESTS).map(pushRequestIn),
  );
