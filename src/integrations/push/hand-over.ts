// Hands one notification over to the relay for all devices of some people: encrypted for each device, and in plain form
// for those that know no encryption.

import { tokensDied } from '../../actions/push/register-device.ts';
import { keepPushStatus } from '../../actions/push/status.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { DeviceRow } from '../../model/push/device.ts';
import type { Addressee } from '../../model/push/payload.ts';
import type { PlainPayload } from '../../model/push/plain-payload.ts';
import { plainPush } from '../../model/push/plain-push.ts';
import { type PushRequest, REQUESTS_AT_ONCE, RelayProblem } from '../../model/push/relay.ts';
import { relayedOrganization } from '../../model/push/relayed-organization.ts';
import { sealedRequests } from '../../model/push/requests.ts';
import type { PushTokenRow } from '../../model/push/token.ts';
import { activeDevicesOf } from '../../stores/push/device-store.ts';
import { removeDeadTokens, tokensOf } from '../../stores/push/token-store.ts';
import type { Settling } from './outbox-job.ts';
import type { PushServices } from './services.ts';

/** People without encryption whose notifications are handed over at the same time. */
const PEOPLE_AT_A_TIME = 10;

/** What goes to devices of both kinds. */
export interface Wording {
  readonly urgency: PushRequest['urgency'];
  encrypted(to: Addressee): Readonly<Record<string, unknown>>;
  plain(to: Addressee): PlainPayload;
}

/** What goes to whom. */
export interface Notification {
  readonly wording: Wording;
  readonly accountIds: readonly number[];
  /** Only devices with a token of one of these ids; undefined: all. */
  readonly tokenIds: ReadonlySet<string> | undefined;
  /** The same whenever it is tried again. */
  readonly deliveryId: string;
}

export interface HandedOver {
  readonly settle: Settling;
  /** The devices that were not reached for a reason that may pass. */
  readonly missed: readonly Target[];
}

type Target = Pick<DeviceRow | PushTokenRow, 'account_id' | 'token_id'>;

/** One request to the relay, and the devices that it is for. */
interface Call {
  readonly targets: readonly Target[];
  make(): Promise<{ readonly settle: Settling; readonly missed: readonly Target[] }>;
}

/**
 * Hands a notification over. What some requests to the relay fail with makes their devices missed; throws
 * `RelayProblem` where all of them fail.
 */
export async function handOver(
  services: PushServices,
  hub: OrganizationHub,
  notification: Notification,
): Promise<HandedOver> {
  const { organization } = hub.state;
  const { accountIds, tokenIds } = notification;
  const isMeant = ({ token_id: id }: Target) => tokenIds === undefined || (id !== null && tokenIds.has(id));
  const devices = (await activeDevicesOf(hub.reader, accountIds)).filter(isMeant);
  const isPlainAllowed = !organization.settings.require_e2ee_push_notifications;
  const tokens = isPlainAllowed ? (await tokensOf(hub.reader, accountIds)).filter(isMeant) : [];
  return makeAll([
    ...encryptedCalls(services, organization, devices, notification),
    ...plainCalls(services, organization, tokens, notification),
  ]);
}

async function makeAll(calls: readonly Call[]): Promise<HandedOver> {
  const settlings: Settling[] = [];
  const missed: Target[] = [];
  const problems: RelayProblem[] = [];
  const make = async ({ targets, make: ask }: Call): Promise<void> => {
    try {
      const outcome = await ask();
      settlings.push(outcome.settle);
      missed.push(...outcome.missed);
    } catch (error) {
      if (!(error instanceof RelayProblem)) throw error;
      problems.push(error);
      missed.push(...targets);
    }
  };
  for (let start = 0; start < calls.length; start += PEOPLE_AT_A_TIME) {
    const some = calls.slice(start, start + PEOPLE_AT_A_TIME);
    // Where no answer comes, waiting for each of the others would take very long.
    if (problems.some(({ kind }) => kind !== 'refused'))
      missed.push(...some.flatMap(({ targets }) => targets));
    else await Promise.all(some.map(make));
  }
  const [first] = problems;
  if (first && settlings.length === 0) throw first;
  const settle: Settling = async (writer) => {
    for (const one of settlings) await one(writer);
  };
  return { settle, missed };
}

function encryptedCalls(
  { keyring, relay }: PushServices,
  organization: Organization,
  devices: readonly DeviceRow[],
  { wording, deliveryId }: Notification,
): Call[] {
  const calls: Call[] = [];
  for (let start = 0; start < devices.length; start += REQUESTS_AT_ONCE) {
    const targets = devices.slice(start, start + REQUESTS_AT_ONCE);
    const make: Call['make'] = async () => {
      const requests = await sealedRequests(keyring, targets, wording.urgency, (device) =>
        wording.encrypted(addressee(organization, device)),
      );
      if (requests.length === 0) return { settle: async () => undefined, missed: [] };
      const relayed = relayedOrganization(organization, targets[0]?.organization_url ?? '');
      const outcome = await relay.notify(relayed, requests, deliveryId);
      const missedIds = new Set(outcome.missedTokenIds);
      return {
        missed: targets.filter(({ token_id: id }) => id !== null && missedIds.has(id)),
        settle: async (writer) => {
          if (outcome.deadTokenIds.length > 0) await tokensDied(writer, outcome.deadTokenIds);
          await keepPushStatus(writer, outcome.status);
        },
      };
    };
    calls.push({ targets, make });
  }
  return calls;
}

function plainCalls(
  { relay }: PushServices,
  organization: Organization,
  tokens: readonly PushTokenRow[],
  { wording, deliveryId }: Notification,
): Call[] {
  return [...Map.groupBy(tokens, (token) => token.account_id)].map(([accountId, targets]) => ({
    targets,
    make: async () => {
      const to = addressee(organization, { account_id: accountId, organization_url: '', ...targets[0] });
      const { dead, missed } = await relay.notifyPlainly(
        relayedOrganization(organization, to.organizationUrl),
        plainPush(accountId, targets, wording.plain(to), wording.urgency),
        `${deliveryId}.${accountId}`,
      );
      return {
        missed: targets.filter(({ kind, token }) =>
          (kind === 'apns' ? missed.apple : missed.google).includes(token),
        ),
        settle: async (writer) => {
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
): Addressee {
  return { organizationUrl: to.organization_url, organizationName: name, accountId: to.account_id };
}
