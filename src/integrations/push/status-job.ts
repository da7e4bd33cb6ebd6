// Announces each organization to the relay periodically and stores whether it may push. Without a relay it
// records once that push is unavailable.

import { pushUnavailable, storePushStatus } from '../../actions/push/status.ts';
import { assumedUrl } from '../../model/organizations/organization-url.ts';
import { type PushRelay, type PushStatus, RelayError } from '../../model/push/push-relay.ts';
import { relayedOrganization } from '../../model/push/relayed-organization.ts';
import type { ParleyDatabase } from '../../storage/database.ts';
import { allOrganizationRows, readOrganization } from '../../stores/organizations/organization-store.ts';
import type { PushServices } from './push-services.ts';
import { untilStopped } from './until-stopped.ts';

const EVERY_SECONDS = 3600;
/** The pause after the relay did not respond. */
const AGAIN_SECONDS = 60;
/** Error codes with which the relay refuses everything from an organization. */
const closedCodes: ReadonlySet<string> = new Set(['PUSH_NOTIFICATIONS_DISALLOWED', 'REALM_DEACTIVATED']);

export interface StatusServices {
  readonly database: ParleyDatabase;
  readonly relay: PushRelay | undefined;
  readonly publicUrl: string | undefined;
  readonly log: Pick<PushServices['log'], 'warn'>;
}

export class StatusJob {
  readonly name = 'push-status';
  readonly pollSeconds = EVERY_SECONDS;
  readonly #services: StatusServices;
  #isAnswered = true;

  constructor(services: StatusServices) {
    this.#services = services;
  }

  async next(now: number): Promise<number | undefined> {
    if (!this.#services.relay) return undefined;
    return now + (this.#isAnswered ? EVERY_SECONDS : AGAIN_SECONDS);
  }

  wakeOn(): undefined {
    return undefined;
  }

  async run(_now: number, signal: AbortSignal): Promise<void> {
    const { database } = this.#services;
    this.#isAnswered = true;
    for (const row of await allOrganizationRows(database.reader(0))) {
      if (signal.aborted) return;
      if (row.is_deactivated === 1) continue;
      const status = await this.#statusOf(row.id, row.host, signal);
      if (!status || signal.aborted) {
        // Trying every organization in vain would take very long.
        if (!this.#isAnswered) return;
        continue;
      }
      const { settings } = await readOrganization(database.reader(row.id));
      if (
        settings.push_notifications_enabled === status.canPush &&
        settings.push_notifications_enabled_end_timestamp === status.expectedEnd
      )
        continue;
      await database.write(row.id, (writer) => storePushStatus(writer, status));
    }
  }

  /** The status of an organization; undefined if it is unknown at the moment. */
  async #statusOf(id: number, host: string, signal: AbortSignal): Promise<PushStatus | undefined> {
    const { database, relay, publicUrl, log } = this.#services;
    if (!relay) return pushUnavailable;
    const organization = await readOrganization(database.reader(id));
    const url = assumedUrl(publicUrl, host);
    try {
      return await untilStopped(signal, relay.registerOrganization(relayedOrganization(organization, url)));
    } catch (error) {
      if (!(error instanceof RelayError)) throw error;
      log.warn({ organization: id, reason: `${error.kind}: ${error.message}` }, 'push relay request failed');
      if (closedCodes.has(error.code)) return pushUnavailable;
      // An error response concerns this organization only; a missing response concerns all.
      if (error.kind !== 'refused') this.#isAnswered = false;
      return undefined;
    }
  }
}
