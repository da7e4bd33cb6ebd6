// Sends one notification to the relay for all devices of the given accounts: encrypted per device, and
// unencrypted for clients without encryption.

import { tokensInvalidated } from '../../actions/push/register-device.ts';
import { storePushStatus } from '../../actions/push/status.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { PlainPayload } from '../../model/push/plain-payload.ts';
import { plainPush } from '../../model/push/plain-push.ts';
import type { DeviceRow } from '../../model/push/push-device.ts';
import type { PushRecipient } from '../../model/push/push-payload.ts';
import { MAX_REQUESTS, type PushRequest, RelayError } from '../../model/push/push-relay.ts';
import { encryptedRequests } from '../../model/push/push-requests.ts';
import type { PushTokenRow } from '../../model/push/push-token.ts';
import { relayedOrganization } from '../../model/push/relayed-organization.ts';
import { activeDevicesOf } from '../../stores/push/device-store.ts';
import { removeDeadTokens, tokensOf } from '../../stores/push/token-store.ts';
import type { FollowUp } from './outbox-job.ts';
import type { PushServices } from './push-services.ts';

/** How many requests to the relay are sent at the same time. */
const REQUESTS_AT_A_TIME = 10;

/** The payload for both kinds of devices. */
export interface PushPayloads {
  readonly urgency: PushRequest['urgency'];
  encrypted(to: PushRecipient): Readonly<Record<string, unknown>>;
  plain(to: PushRecipient): PlainPayload;
}

export interface PushNotification {
  readonly payloads: PushPayloads;
  readonly accountIds: readonly number[];
  /** Restricts the delivery to devices whose token has one of these ids; undefined for all. */
  readonly tokenIds: ReadonlySet<string> | undefined;
  /** Identifies the delivery; every attempt has the same id. */
  readonly deliveryId: string;
}

export interface RelayOutcome {
  readonly followUp: FollowUp;
  /** The devices that were not reached for a temporary reason. */
  readonly missed: readonly Target[];
}

type Target = Pick<DeviceRow | PushTokenRow, 'account_id' | 'token_id'>;

/** One request to the relay and its devices. */
interface RelayCall {
  readonly targets: readonly Target[];
  send(): Promise<{ readonly followUp: FollowUp; readonly missed: readonly Target[] }>;
}

/**
 * Sends a notification to the relay. The devices of failed requests are `missed`.
 * @throws RelayError if all requests fail
 */
export async function sendToRelay(
  services: PushServices,
  hub: OrganizationHub,
  notification: PushNotification,
): Promise<RelayOutcome> {
  const { organization } = hub.state;
  const { accountIds, tokenIds } = notification;
  const isTargeted = ({ token_id: id }: Target) =>
    tokenIds === undefined || (id !== null && tokenIds.has(id));
  const devices = (await activeDevicesOf(hub.reader, accountIds)).filter(isTargeted);
  const isPlainAllowed = !organization.settings.require_e2ee_push_notifications;
  const tokens = isPlainAllowed ? (await tokensOf(hub.reader, accountIds)).filter(isTargeted) : [];
  return sendAll([
    ...encryptedCalls(services, organization, devices, notification),
    ...plainCalls(services, organization, tokens, notification),
  ]);
}

async function sendAll(calls: readonly RelayCall[]): Promise<RelayOutcome> {
  const followUps: FollowUp[] = [];
  const missedTargets: Target[] = [];
  const errors: RelayError[] = [];
  const sendOne = async ({ targets, send }: RelayCall): Promise<void> => {
    try {
      const outcome = await send();
      followUps.push(outcome.followUp);
      missedTargets.push(...outcome.missed);
    } catch (error) {
      if (!(error instanceof RelayError)) throw error;
      errors.push(error);
      missedTargets.push(...targets);
    }
  };
  for (let start = 0; start < calls.length; start += REQUESTS_AT_A_TIME) {
    const some = calls.slice(start, start + REQUESTS_AT_A_TIME);
    // If the relay does not respond, waiting for each remaining request would take very long.
    if (errors.some(({ kind }) => kind !== 'refused'))
      missedTargets.push(...some.flatMap(({ targets }) => targets));
    else await Promise.all(some.map(sendOne));
  }
  const [first] = errors;
  if (first && followUps.length === 0) throw first;
  const followUpAll: FollowUp = async (writer) => {
    for (const followUp of followUps) await followUp(writer);
  };
  return { followUp: followUpAll, missed: missedTargets };
}

function encryptedCalls(
  { keyring, relay }: PushServices,
  organization: Organization,
  devices: readonly DeviceRow[],
  { payloads, deliveryId }: PushNotification,
): RelayCall[] {
  const calls: RelayCall[] = [];
  for (let start = 0; start < devices.length; start += MAX_REQUESTS) {
    const targets = devices.slice(start, start + MAX_REQUESTS);
    const send: RelayCall['send'] = async () => {
      const requests = await encryptedRequests(keyring, targets, payloads.urgency, (device) =>
        payloads.encrypted(addressee(organization, device)),
      );
      if (requests.length === 0) return { followUp: async () => undefined, missed: [] };
      const relayed = relayedOrganization(organization, targets[0]?.organization_url ?? '');
      const outcome = await relay.notify(relayed, requests, deliveryId);
      const missedIds = new Set(outcome.missedTokenIds);
      return {
        missed: targets.filter(({ token_id: id }) => id !== null && missedIds.has(id)),
        followUp: async (writer) => {
          if (outcome.deadTokenIds.length > 0) await tokensInvalidated(writer, outcome.deadTokenIds);
          await storePushStatus(writer, outcome.status);
        },
      };
    };
    calls.push({ targets, send });
  }
  return calls;
}

function plainCalls(
  { relay }: PushServices,
  organization: Organization,
  tokens: readonly PushTokenRow[],
  { payloads, deliveryId }: PushNotification,
): RelayCall[] {
  return [...Map.groupBy(tokens, (token) => token.account_id)].map(([accountId, targets]) => ({
    targets,
    send: async () => {
      const to = addressee(organization, { account_id: accountId, organization_url: '', ...targets[0] });
      const { dead, missed } = await relay.notifyPlainly(
        relayedOrganization(organization, to.organizationUrl),
        plainPush(accountId, targets, payloads.plain(to), payloads.urgency),
        `${deliveryId}.${accountId}`,
      );
      return {
        missed: targets.filter(({ kind, token }) =>
          (kind === 'apns' ? missed.apple : missed.google).includes(token),
        ),
        followUp: async (writer) => {
          await removeDeadTokens(writer, accountId, 'apns', dead.apple);
          await removeDeadTokens(writer, accountId, 'fcm', dead.google);
        },
      };
    },
  }));
}

function addressee(
  { name }: Organization,
  to: Pick<DeviceRow, 'organization_url' | 'account_id'>,
): PushRecipient {
  return { organizationUrl: to.organization_url, organizationName: name, accountId: to.account_id };
}
