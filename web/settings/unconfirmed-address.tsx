// Shows that the viewer's address is not confirmed, with a button to send the confirmation link.

import { useEffect, useState } from 'preact/hooks';
import type { AnswerOf } from '../../client/api-types.ts';
import { Button } from '../components/button.tsx';
import { useIsServerReachable } from '../components/needs-server.tsx';
import { attempt } from '../data/attempt.ts';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';

/** Renders nothing if the address is confirmed. */
export function UnconfirmedAddress() {
  const { client } = useOrganization();
  const [own, setOwn] = useState<AnswerOf<'get-own-email'>>();
  const [isSent, setSent] = useState(false);
  const isReachable = useIsServerReachable();
  useEffect(() => {
    if (isReachable) void attempt(client.call('get-own-email')).then((answer) => answer && setOwn(answer));
  }, [client, isReachable]);
  if (!own || own.is_confirmed) return null;
  async function mail() {
    if (await attempt(client.call('mail-email-confirmation'))) setSent(true);
  }
  return (
    <div>
      <p class="soft">{own.can_be_mailed ? t('login.unconfirmed') : t('login.unconfirmedNoMail')}</p>
      {own.can_be_mailed && !isSent && (
        <Button needsServer onClick={mail}>
          {t('login.confirmEmail')}
        </Button>
      )}
      <div role="status">{isSent && <p>{t('login.confirmationSent', { email: own.email })}</p>}</div>
    </div>
  );
}
