// Sends the viewer's typing notifications, if their settings allow it and they may write there.

import type { Organization } from '../data/organization.ts';
import type { Destination } from '../lib/destination.ts';
import { mayPost } from '../store/permissions.ts';
import { TypingNotifier } from '../store/typing-notifier.ts';
import { runDelayed } from './run-delayed.ts';

export function typingNotifierOf(organization: Organization): TypingNotifier {
  const { state, client } = organization;
  return new TypingNotifier({
    schedule: runDelayed,
    now: () => performance.now(),
    startedWait: state.server_typing_started_wait_period_milliseconds ?? 10_000,
    stoppedWait: state.server_typing_stopped_wait_period_milliseconds ?? 5000,
    send: (op, destination) => {
      const parameters = parametersOf(organization, destination);
      // A lost notification does no harm.
      if (parameters) client.call('set-typing-status', { op, ...parameters }).catch(() => undefined);
    },
  });
}

/** The recipients of a notification; undefined if none is sent. */
function parametersOf({ state, ownId }: Organization, destination: Destination) {
  const settings = state.user_settings;
  if (destination.kind === 'direct') {
    if (!settings?.send_private_typing_notifications || destination.personIds.length === 0) return undefined;
    return { type: 'direct', to: [...destination.personIds] } as const;
  }
  const { channelId, topic } = destination;
  if (!settings?.send_stream_typing_notifications || channelId === undefined) return undefined;
  return mayPost(state, channelId, ownId)
    ? ({ type: 'channel', stream_id: channelId, topic } as const)
    : undefined;
}
