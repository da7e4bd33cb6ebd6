// The viewer of a log entry through a queue, and whether the entry's audience includes it.

import type { Audience, LogEntry, MessageReaders } from '../api-contract/event.ts';
import type { Account } from '../model/accounts/account.ts';
import { Role } from '../model/accounts/roles.ts';
import {
  coversPosition,
  overlaps,
  type SubscriptionPeriods,
} from '../model/subscriptions/subscription-periods.ts';
import type { OrganizationState } from '../queries/state/organization-state.ts';
import type { HubOptions } from './hub-options.ts';
import type { QueueOptions } from './queue.ts';

export interface Viewer {
  readonly account: Account;
  readonly queueId: string;
  readonly options: QueueOptions;
  readonly state: OrganizationState;
  readonly subscriptions: SubscriptionPeriods;
  /** Whether a message entry passes the queue's narrow. */
  readonly matchesNarrow: (entry: LogEntry) => boolean;
  readonly openSecret: HubOptions['openSecret'];
}

/** Whether an entry is for a viewer, as of the entry's log position. */
export function isInAudience(entry: LogEntry, viewer: Viewer): boolean {
  return isIn(entry.audience, entry, viewer);
}

function isIn(audience: Audience, entry: LogEntry, viewer: Viewer): boolean {
  const { id } = viewer.account;
  if (audience.kind === 'nobody') return false;
  if (audience.kind === 'difference') {
    return isIn(audience.of, entry, viewer) && !isIn(audience.minus, entry, viewer);
  }
  if (audience.kind === 'accounts') return audience.ids.includes(id);
  if (audience.also?.includes(id)) return true;
  return isInRule(audience, entry, viewer);
}

type Rule = Exclude<Audience, { kind: 'accounts' | 'difference' | 'nobody' }>;

function isInRule(audience: Rule, entry: LogEntry, viewer: Viewer): boolean {
  switch (audience.kind) {
    case 'everyone':
      return true;
    case 'members':
      return (
        viewer.state.roleAt(viewer.account, entry.sequence) !== Role.guest ||
        (audience.orSubscribersOf ?? []).some((id) =>
          coversPosition(viewer.subscriptions.get(id), entry.sequence),
        )
      );
    case 'channel': {
      if (coversPosition(viewer.subscriptions.get(audience.channelId), entry.sequence)) return true;
      return (
        audience.isPublic === true &&
        viewer.options.allPublicStreams &&
        viewer.state.roleAt(viewer.account, entry.sequence) !== Role.guest
      );
    }
    case 'readers':
      return isReader(audience, entry, viewer);
  }
}

function isReader(audience: MessageReaders, entry: LogEntry, viewer: Viewer): boolean {
  const { subscriptions, account } = viewer;
  const isSubscribed = coversPosition(subscriptions.get(audience.channelId), entry.sequence);
  if (isSubscribed && audience.history !== 'protected') return true;
  const isGuest = viewer.state.roleAt(account, entry.sequence) === Role.guest;
  if (!isSubscribed && (audience.history !== 'public' || isGuest)) return false;
  if (audience.holders.includes(account.id)) return true;
  return audience.received.some(({ channelId, from, to }) =>
    overlaps(subscriptions.get(channelId), from, to),
  );
}
