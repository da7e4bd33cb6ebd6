// Passes signals of one device in a call on to others, inside a unit of work. They go through the event log, so they reach
// every server and the order of one sender is kept.

import { type CallSignalData, relayedOnly } from '../../model/native-calls/call-signal.ts';
import type { CallRow, ParticipantRow } from '../../model/native-calls/native-call.ts';
import { signalSent } from '../../model/native-calls/native-call-events.ts';
import type { Organization } from '../../model/organizations/organization.ts';
import type { Writer } from '../../storage/reader-writer.ts';
import { participantsIn } from '../../stores/native-calls/participant-store.ts';

interface OutgoingSignal {
  /** The session that receives it. */
  readonly to: string;
  readonly data: CallSignalData;
}

/**
 * Sends signals. Where participants must not learn the addresses of each other, only relayed ones are passed on.
 * @returns the sessions that are not in the call; signals for them are dropped
 */
export async function sendSignals(
  writer: Writer,
  { settings }: Pick<Organization, 'settings'>,
  call: CallRow,
  own: ParticipantRow,
  signals: readonly OutgoingSignal[],
): Promise<string[]> {
  const bySession = new Map((await participantsIn(writer, [call.id])).map((one) => [one.session, one]));
  const gone = new Set<string>();
  for (const { to, data } of signals) {
    const receiver = bySession.get(to);
    if (!receiver || receiver.id === own.id) {
      gone.add(to);
      continue;
    }
    writer.emit(
      signalSent(writer.now, {
        callId: call.id,
        from: { accountId: own.account_id, session: own.session },
        to: { accountId: receiver.account_id, session: receiver.session, queueId: receiver.queue_id },
        data: settings.calls_always_relay ? relayedOnly(data) : data,
      }),
    );
  }
  return [...gone];
}
