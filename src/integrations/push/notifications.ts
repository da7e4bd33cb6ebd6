// Delivers queued notifications. Reads the current state of a message, skips accounts that have read it or
// may no longer see it, and sends the rest to the relay.

import { type OutboxRow, workIn } from '../../actions/outbox/outbox-store.ts';
import { PUSH_KIND, type PushWork, pushWork } from '../../actions/push/push-outbox.ts';
import { pushUnavailable, storePushStatus } from '../../actions/push/status.ts';
import { decodedOrUndefined } from '../../api-contract/codec.ts';
import { parseJson } from '../../api-contract/json.ts';
import type { OrganizationHub } from '../../events/organization-hub.ts';
import { retryPolicies } from '../../model/outbox/retry-policies.ts';
import { plainMessage, plainRemove } from '../../model/push/plain-payload.ts';
import { messagePayload, type PushRecipient, removePayload } from '../../model/push/push-payload.ts';
import type { RelayError } from '../../model/push/push-relay.ts';
import { deleteShownOfAccounts } from '../../stores/push/displayed-store.ts';
import { type MessageNotification, messageNotification } from './message-notification.ts';
import { type Delivery, type DeliveryResult, type FollowUp, noFollowUp } from './outbox-job.ts';
import type { PushServices } from './push-services.ts';
import { type PushPayloads, sendToRelay } from './send-to-relay.ts';
import { recordStandIn } from './standing-message.ts';

interface Sending {
  readonly work: PushWork;
  readonly accountIds: readonly number[];
  readonly payloads: PushPayloads;
}

export class Notifications implements Delivery {
  readonly kind = PUSH_KIND;
  readonly retries = retryPolicies.push;
  readonly #services: PushServices;

  constructor(services: PushServices) {
    this.#services = services;
  }

  /** Separate lanes, so that a removal never overtakes the notification it removes. */
  laneOf(row: OutboxRow): string {
    return decodedOrUndefined(pushWork, parseJson(row.payload))?.type ?? 'unreadable';
  }

  async deliver(row: OutboxRow, now: number): Promise<DeliveryResult> {
    const { hubs } = this.#services;
    const hub = await hubs.upToDate(row.organization_id);
    const work = workOf(row);
    if (work.type === 'message') return this.#message(hub, row, work, now);
    const { accountId, messageIds } = work;
    return this.#send(hub, row, {
      work,
      accountIds: [accountId],
      payloads: {
        urgency: 'background',
        encrypted: (to) => removePayload(to, messageIds),
        plain: (to) => plainRemove(to, { organizationId: hub.id, server: hostOf(to) }, messageIds),
      },
    });
  }

  async #message(
    hub: OrganizationHub,
    row: OutboxRow,
    work: PushWork & { readonly type: 'message' },
    now: number,
  ): Promise<DeliveryResult> {
    const { messageId, accountIds, isShown } = work;
    const notification = await messageNotification(hub, messageId, accountIds, now, work);
    const standIn = notification?.standIn;
    const skipped = accountIds.filter((id) => standIn || !notification?.recipients.has(id));
    const forget: FollowUp =
      skipped.length > 0 && !isShown
        ? (writer) => deleteShownOfAccounts(writer, messageId, skipped)
        : noFollowUp;
    if (!notification || notification.recipients.size === 0) return { followUp: forget };
    const recipients = [...notification.recipients];
    const { followUp, remaining } = await this.#send(hub, row, {
      work,
      accountIds: recipients,
      payloads: payloadsOf(notification),
    });
    return {
      remaining,
      followUp: async (writer) => {
        await forget(writer);
        if (standIn) await recordStandIn(writer, standIn, recipients);
        await followUp(writer);
      },
    };
  }

  async #send(
    hub: OrganizationHub,
    row: OutboxRow,
    { work, accountIds, payloads }: Sending,
  ): Promise<DeliveryResult> {
    const { followUp, missed } = await sendToRelay(this.#services, hub, {
      payloads,
      accountIds,
      tokenIds: work.missed && new Set(work.missed),
      deliveryId: `${hub.state.organization.uuid}.${row.id}`,
    });
    if (missed.length === 0) return { followUp };
    const rest: PushWork = {
      ...work,
      missed: missed.flatMap(({ token_id: id }) => id ?? []),
      ...(work.type === 'message' && { accountIds: [...new Set(missed.map((device) => device.account_id))] }),
    };
    return { followUp, remaining: JSON.stringify(rest) };
  }

  isFinal(_row: OutboxRow, error: RelayError | undefined): boolean {
    return error?.code === 'PUSH_NOTIFICATIONS_DISALLOWED';
  }

  onGiveUp(row: OutboxRow, error: RelayError | undefined): FollowUp {
    const work = workOf(row);
    return async (writer) => {
      if (error?.code === 'PUSH_NOTIFICATIONS_DISALLOWED') await storePushStatus(writer, pushUnavailable);
      // If some devices were reached, the notification is shown on them, and so is an earlier one of the message.
      if (work.type !== 'message' || work.missed || work.isShown) return;
      await deleteShownOfAccounts(writer, work.messageId, work.accountIds);
    };
  }
}

function workOf(row: OutboxRow): PushWork {
  return workIn(pushWork, row.payload);
}

function hostOf({ organizationUrl }: PushRecipient): string {
  return new URL(organizationUrl).host;
}

function payloadsOf(notification: MessageNotification): PushPayloads {
  return {
    urgency: 'alert',
    encrypted: (to) => messagePayload(to, notification.messageFor(to)),
    plain: (to) =>
      plainMessage(to, notification.messageFor(to), {
        ...notification.detailsFor(to.accountId),
        server: hostOf(to),
      }),
  };
}
