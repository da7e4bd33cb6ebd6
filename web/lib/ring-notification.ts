// The notification of a call that rings. It can be answered and declined there, if a service worker shows it.

/** The texts of such a notification. */
export interface RingTexts {
  /** `{name}` stands for the name of the caller. */
  readonly isCalling: string;
  readonly answer: string;
  readonly decline: string;
}

/** What the service worker needs to know when a person chooses something in the notification. */
export interface RingData {
  readonly callId: number;
  /** The conversation of the call. */
  readonly address: string;
  /** The message of the call, which takes the place of a notification that was pushed. */
  readonly message?: RingMessage;
}

/** A message of a call, and its notification. */
export interface RingMessage {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly icon: string | undefined;
}

/** What a page tells the service worker about a notification of a call. */
export interface RingNews {
  /** This call no longer rings. */
  readonly ringOver?: number;
  /** The page that showed that this call rings is being closed. */
  readonly pageGone?: number;
}

interface RingNotification {
  readonly title: string;
  readonly options: {
    readonly tag: string;
    readonly data: RingData;
    readonly actions: { readonly action: RingAction; readonly title: string }[];
  };
}

type RingAction = 'answer' | 'decline';

/** The same tag on pages and in the service worker, so that one notification replaces the other. */
export const ringTag = (callId: number) => `call ${callId}`;

export function ringNotification(
  data: RingData,
  name: string,
  { isCalling, answer, decline }: RingTexts,
): RingNotification {
  return {
    title: isCalling.replace('{name}', () => name),
    options: {
      tag: ringTag(data.callId),
      data,
      actions: [
        { action: 'answer', title: answer },
        { action: 'decline', title: decline },
      ],
    },
  };
}

/** The call of a clicked notification; undefined if it is of another kind. */
export function ringDataOf(data: unknown): RingData | undefined {
  const ring = (data ?? {}) as Partial<RingData>;
  return typeof ring.callId === 'number' && typeof ring.address === 'string' ? (ring as RingData) : undefined;
}
