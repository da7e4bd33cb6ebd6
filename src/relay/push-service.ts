// What the relay needs of Apple's and Google's services.

import type { RemoteDevice } from './device-store.ts';

/** What goes to one device. */
export interface OutgoingPush {
  readonly device: RemoteDevice;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly isUrgent: boolean;
  /** Shows nothing by itself. */
  readonly isBackground: boolean;
}

/**
 * - `sent`: taken. `dead`: the token is none any more.
 * - `missed`: not taken for a reason that may pass. `refused`: it would not be taken later either.
 */
export type PushResult =
  | { readonly outcome: 'sent' | 'dead' }
  | { readonly outcome: 'missed' | 'refused'; readonly reason: string };

/** What an answer means that says neither that the push was taken nor that the token is dead. */
export function notTaken(status: number, reason: string): PushResult {
  // The notification itself is at fault.
  const isFinal = status === 400 || status === 413;
  return { outcome: isFinal ? 'refused' : 'missed', reason: `status ${status} ${reason}`.trim() };
}

/** Apple or Google. */
export interface PushService {
  /** Never throws. */
  send(push: OutgoingPush): Promise<PushResult>;
  /** Ends its connections. */
  close(): void;
}
