// The call on a phone: a bar above every view.

import { IconButton } from '../components/button.tsx';
import { t } from '../i18n/texts.ts';
import { PersonPicture } from '../pictures/person-picture.tsx';
import type { CallSession } from './call-session.ts';
import { CallTime } from './call-title.tsx';
import { showDeviceProblem } from './device-texts.ts';
import { useCalls, useSession } from './use-calls.ts';

const SHOWN = 2;

export function CallBar({ session }: { readonly session: CallSession }) {
  const calls = useCalls();
  useSession(session);
  const { muted } = session.own;
  return (
    <section class="call-bar" aria-label={t('call.title')}>
      <button
        type="button"
        class="call-bar-open"
        onClick={() => {
          calls.isLarge = true;
        }}
      >
        <span class="stack" aria-hidden="true">
          {session.participants.slice(0, SHOWN).map(({ session: key, user_id: id }) => (
            <PersonPicture key={key} id={id} />
          ))}
        </span>
        <span>
          {t(session.phase === 'in' ? 'call.onACall' : 'call.joining')} <CallTime session={session} />
        </span>
      </button>
      <IconButton
        name={t(muted ? 'call.unmute' : 'call.mute')}
        icon={muted ? 'microphone-off' : 'microphone'}
        onClick={() => session.setMuted(!muted).catch(showDeviceProblem)}
      />
      <IconButton name={t('call.leave')} icon="leave-call" onClick={() => session.leave()} />
    </section>
  );
}
