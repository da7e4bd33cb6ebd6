// The interface of Apple's and Google's services.

import type { RemoteDevice } from './device-store.ts';

/** A notification to one device. */
export interface OutgoingPush {
  readonly device: RemoteDevice;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly isUrgent: boolean;
  /** Shows nothing on its own. */
  readonly isBackground: boolean;
}

/**
 * - `sent`: accepted. `dead`: the token is no longer valid.
 * - `missed`: failed, but may be retried. `rejected`: a retry would fail too.
 */
export type PushResult =
  | { readonly outcome: 'sent' | 'dead' }
  | { readonly outcome: 'missed' | 'rejected'; readonly reason: string };

/** The result of an answer that neither accepts the push nor reports a dead token. */
export function failedResult(status: number, reason: string): PushResult {
  // The notification itself is invalid.
  const isFinal = status === 400 || status === 413;
  return { outcome: isFinal ? 'rejected' : 'missed', reason: `status ${status} ${reason}`.trim() };
}

/** Apple or Google. */
export interface PushService {
  /** Sends a notification. Reports failures in its result and never throws. */
  send(push: OutgoingPush): Promise<PushResult>;
  close(): void;
}
