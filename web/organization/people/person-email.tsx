// Shows that an account's email address is not confirmed, and lets administrators confirm it.

import { useEffect, useState } from 'preact/hooks';
import type { Person } from '../../../client/state/state.ts';
import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm.tsx';
import { useIsServerReachable } from '../../components/needs-server.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { attempt } from '../../data/attempt.ts';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';

/** Renders nothing if it is confirmed, or the viewer is not an administrator. */
export function PersonEmail({ person }: { readonly person: Person }) {
  const { client } = useOrganization();
  const isAdmin = useOrganizationState(({ is_admin }) => is_admin) === true;
  const [isUnconfirmed, setUnconfirmed] = useState(false);
  const { user_id, full_name: name } = person;
  const isReachable = useIsServerReachable();
  useEffect(() => {
    if (!isAdmin || !isReachable) return;
    void attempt(client.call('get-unconfirmed-emails')).then(
      (answer) => answer && setUnconfirmed(answer.user_ids.includes(user_id)),
    );
  }, [user_id, isAdmin, isReachable]);
  if (!isUnconfirmed) return null;
  async function confirm() {
    if (!(await attempt(client.call('confirm-email', { user_id })))) return;
    setUnconfirmed(false);
    showStatus(t('accounts.emailConfirmed', { name }));
  }
  return (
    <div class="fields">
      <p class="soft">{t('accounts.unconfirmed')}</p>
      <div class="buttons">
        <Button
          onClick={() =>
            confirmAction({
              title: t('accounts.confirmEmailTitle', { name }),
              text: t('accounts.confirmEmailText'),
              action: t('accounts.confirmEmail'),
              onYes: () => void confirm(),
            })
          }
        >
          {t('accounts.confirmEmail')}
        </Button>
      </div>
    </div>
  );
}
