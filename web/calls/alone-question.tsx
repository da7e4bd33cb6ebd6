// Asks a person who is alone in a call whether they stay, before the server ends it.

import { useEffect, useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { attempt } from '../data/attempt.ts';
import { showNotification } from '../data/browser-notifications.ts';
import { t } from '../i18n/texts.ts';
import { clockText } from '../lib/clock-text.ts';
import { secondsAlone } from './alone.ts';
import type { CallSession } from './call-session.ts';
import { serverSecondsAhead } from './server-time.ts';

/** What is left of the call, as clocks show it; empty while there is nothing to ask. */
function timeLeft({ call, phase }: CallSession, ahead: number): string {
  const seconds = phase === 'in' ? secondsAlone(call, Date.now() / 1000 + ahead) : undefined;
  return seconds === undefined ? '' : clockText(seconds);
}

/** What is left of the call of this device, in which the person is alone; empty while there is nothing to ask. */
export function useTimeAlone(session: CallSession | undefined): string {
  const [time, setTime] = useState('');
  // Also while the page is hidden: then a notification asks.
  useEffect(() => {
    setTime('');
    if (!session) return undefined;
    let ahead: number | undefined;
    void serverSecondsAhead().then((seconds) => {
      ahead = seconds;
    });
    const timer = setInterval(() => setTime(ahead === undefined ? '' : timeLeft(session, ahead)), 1000);
    return () => clearInterval(timer);
  }, [session]);
  return time;
}

export function AloneQuestion({ session, time }: { readonly session: CallSession; readonly time: string }) {
  useEffect(() => {
    if (document.hasFocus()) return undefined;
    return showNotification({
      title: t('call.aloneQuestion'),
      body: t('call.aloneEnds', { time }),
      tag: `alone ${session.callId}`,
      onClick: () => undefined,
    });
  }, []);
  return (
    <section class="call-card" role="alertdialog" aria-label={t('call.aloneQuestion')}>
      <b>{t('call.aloneQuestion')}</b>
      <p>{t('call.aloneEnds', { time })}</p>
      <div class="buttons">
        <Button kind="primary" class="good" needsServer onClick={() => attempt(session.stay())}>
          {t('call.stay')}
        </Button>
        <Button onClick={() => session.leave()}>{t('call.leaveShort')}</Button>
      </div>
    </section>
  );
}
