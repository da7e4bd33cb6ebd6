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
  const { callId, address } = (data ?? {}) as { readonly callId?: unknown; readonly address?: unknown };
  return typeof callId === 'number' && typeof address === 'string' ? { callId, address } : undefined;
}
