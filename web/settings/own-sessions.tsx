// The viewer's sessions, with buttons to log them out.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { Button } from '../components/button.tsx';
import { attempt } from '../data/attempt.ts';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { shortTime } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';

type Session = AnswerOf<'get-own-sessions'>['sessions'][number];

export function OwnSessions() {
  const { client } = useOrganization();
  const viewer = useViewer();
  const now = useNow();
  const [sessions, setSessions] = useState<readonly Session[]>([]);
  async function load() {
    const answer = await attempt(client.call('get-own-sessions'));
    if (answer) setSessions(answer.sessions);
  }
  useEffect(() => void load(), [client]);
  const otherSessions = sessions.filter((session) => !session.is_current);
  return (
    <section aria-label={t('sessions.active')}>
      <h3>{t('sessions.active')}</h3>
      <ul class="session-list settings-card">
        {sessions.map(({ id, device, last_seen_at, is_current }) => (
          <li key={id}>
            <span>
              {device}
              <span class="soft">
                {' '}
                · {is_current ? t('sessions.thisBrowser') : shortTime(last_seen_at, now, viewer)}
              </span>
            </span>
            {!is_current && (
              <Button
                needsServer
                aria-label={t('sessions.end', { device })}
                onClick={() => attempt(client.call('end-own-session', { session_id: id })).then(load)}
              >
                {t('sessions.logOut')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {otherSessions.length > 0 && (
        <Button
          needsServer
          kind="danger"
          onClick={() => attempt(client.call('end-own-sessions', { keep_current: true })).then(load)}
        >
          {t('sessions.endOthers')}
        </Button>
      )}
    </section>
  );
}
