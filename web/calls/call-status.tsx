// What is wrong with a call, in one line: no microphone, no server, no answer yet.

import { Button } from '../components/button.tsx';
import { t } from '../i18n/texts.ts';
import type { CallSession } from './call-session.ts';
import { microphoneProblemText, showDeviceProblem } from './device-texts.ts';
import { pushToTalkKey } from './push-to-talk.ts';

export interface StatusProps {
  readonly session: CallSession;
  readonly isPushToTalk: boolean;
}

function statusText({ session, isPushToTalk }: StatusProps): string {
  const { phase, tracks, participants, own } = session;
  if (phase === 'joining') return t('call.joining');
  if (phase === 'returning') return t('call.returning');
  if (participants.length < 2) return t('call.waiting');
  return isPushToTalk && own.muted && !tracks.microphoneProblem
    ? t('call.holdToTalk', { key: pushToTalkKey() })
    : '';
}

export function CallStatus(props: StatusProps) {
  const { session } = props;
  const problem = session.tracks.microphoneProblem;
  return (
    <div class="call-status" role="status">
      {problem ? (
        <>
          <span>{microphoneProblemText(problem)}</span>
          <Button onClick={() => session.setMuted(false).catch(showDeviceProblem)}>
            {t('common.retry')}
          </Button>
        </>
      ) : (
        statusText(props)
      )}
    </div>
  );
}
