// push/register, push/unregister and push/notify: devices of clients without encryption. A server identifies
// a person by a number or by an opaque text.

import { anyObject } from '../src/api-contract/codec.ts';
import { badRequest } from '../src/api-contract/error.ts';
import { isAppId } from './app-id.ts';
import { deliver } from './deliver.ts';
import type { RemoteDevice, RemotePerson, TokenKind } from './device-store.ts';
import type { OutgoingPush } from './push-service.ts';
import {
  type Fields,
  listIn,
  organizationIn,
  payloadOf,
  type RelayContext,
  type RelayOperation,
  type ServerRequest,
  textIn,
} from './relay-context.ts';

const MAX_TOKEN = 4096;
/** Limit per kind in one request. */
const MAX_DEVICES = 200;

function personIn({ server, body: { user_uuid: uuid, user_id: id } }: ServerRequest): RemotePerson {
  if (typeof uuid === 'string' && uuid !== '' && uuid.length <= 100)
    return { serverId: server.id, name: uuid };
  if (typeof id === 'number' || (typeof id === 'string' && /^\d{1,16}$/.test(id)))
    return { serverId: server.id, name: `id ${id}` };
  throw badRequest('Missing user_id or user_uuid');
}

function kindIn({ token_kind: kind }: Fields): TokenKind {
  if (kind === 1 || kind === '1') return 'apns';
  if (kind === 2 || kind === '2') return 'fcm';
  throw badRequest('Invalid token type');
}

function tokenIn(body: Fields, kind: TokenKind): string {
  const token = textIn(body, 'token', MAX_TOKEN);
  if (token === '') throw badRequest('Empty or invalid length token');
  if (kind === 'apns' && !/^(?:[0-9a-f]{2})+$/i.test(token)) throw badRequest('Invalid APNS token');
  return token;
}

/** Stores a person's device. */
export const registerUnencryptedDevice: RelayOperation = (context, request) => {
  organizationIn(context, request);
  const { body } = request;
  const kind = kindIn(body);
  const token = tokenIn(body, kind);
  const appId = kind === 'apns' ? textIn(body, 'ios_app_id') : '';
  if (kind === 'apns' && !isAppId(appId)) throw badRequest('Invalid ios_app_id');
  context.store.devices.putPlain(personIn(request), { kind, token, app_id: appId });
  return {};
};

/** Removes a person's device. */
export const unregisterUnencryptedDevice: RelayOperation = ({ store }, request) => {
  const kind = kindIn(request.body);
  store.devices.removePlain(personIn(request), kind, tokenIn(request.body, kind));
  return {};
};

interface PlainPushes {
  readonly pushes: readonly OutgoingPush[];
  /** Tokens that the relay does not know for the person. */
  readonly unknown: readonly Pick<RemoteDevice, 'kind' | 'token'>[];
}

/** Apple expects the app's own fields next to `aps`; servers send them under `custom`. */
function applePayload(body: Fields): Fields {
  const { custom, ...payload } = payloadOf(body.apns_payload ?? {}, 'apns_payload');
  return { ...(typeof custom === 'object' && custom), ...payload };
}

function pushesIn({ store }: RelayContext, person: RemotePerson, body: Fields): PlainPushes {
  const payloads = { apns: applePayload(body), fcm: payloadOf(body.gcm_payload ?? {}, 'gcm_payload') };
  const options = anyObject.decode(body.gcm_options ?? {}, 'gcm_options');
  const isUrgent = options.priority !== 'normal';
  const pushes: OutgoingPush[] = [];
  const unknown: { kind: TokenKind; token: string }[] = [];
  const lists = [
    ['apns', listIn(body, 'apple_devices', MAX_DEVICES)],
    ['fcm', listIn(body, 'android_devices', MAX_DEVICES)],
  ] as const;
  for (const [kind, tokens] of lists) {
    for (const token of tokens) {
      if (typeof token !== 'string' || token.length > MAX_TOKEN) throw badRequest('a device is not a token');
      const device = store.devices.findPlain(person, kind, token);
      if (device) pushes.push({ device, payload: payloads[kind], isUrgent, isBackground: !isUrgent });
      else unknown.push({ kind, token });
    }
  }
  return { pushes, unknown };
}

/** Tokens by kind, under the names used in answers. */
function tokensOf(devices: readonly Pick<RemoteDevice, 'kind' | 'token'>[]): Fields {
  const ofKind = (kind: TokenKind) =>
    devices.filter((device) => device.kind === kind).map(({ token }) => token);
  return { apple_devices: ofKind('apns'), android_devices: ofKind('fcm') };
}

/** Sends a notification to devices of one person, and returns which devices are no longer valid. */
export const notifyUnencrypted: RelayOperation = async (context, request) => {
  organizationIn(context, request);
  const person = personIn(request);
  const { pushes, unknown } = pushesIn(context, person, request.body);
  const delivered = await deliver(context, request.delivery, pushes);
  const deadDevices = delivered.dead.map(({ device }) => device);
  for (const { kind, token } of deadDevices) context.store.devices.removePlain(person, kind, token);
  return {
    total_apple_devices: pushes.filter(({ device }) => device.kind === 'apns').length,
    total_android_devices: pushes.filter(({ device }) => device.kind === 'fcm').length,
    deleted_devices: tokensOf([...deadDevices, ...unknown]),
    // An extension of the reference server's protocol: the devices for which the server may retry.
    missed_devices: tokensOf(delivered.missed.map(({ device }) => device)),
  };
};
