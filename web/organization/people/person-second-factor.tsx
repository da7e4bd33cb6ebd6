// Removes two-factor login from an account that has lost its authenticator, after confirmation.

import { useEffect, useState } from 'preact/hooks';
import type { Person } from '../../../client/state/state.ts';
import { Button } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm.tsx';
import { showStatus } from '../../components/status-line.tsx';
import { attempt } from '../../data/attempt.ts';
import { useOrganization } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';

/** Renders nothing if the account has none. */
export function PersonSecondFactor({ person }: { readonly person: Person }) {
  const { client } = useOrganization();
  const [isOn, setIsOn] = useState(false);
  const { user_id, full_name: name } = person;
  useEffect(() => {
    void attempt(client.call('get-second-factor', { user_id })).then((answer) =>
      setIsOn(answer?.is_on === true),
    );
  }, [user_id]);
  if (!isOn) return null;
  async function remove() {
    if (!(await attempt(client.call('remove-second-factor', { user_id })))) return;
    setIsOn(false);
    showStatus(t('accounts.factorRemoved', { name }));
  }
  return (
    <Button
      onClick={() =>
        confirmAction({
          title: t('accounts.removeFactorTitle', { name }),
          text: t('accounts.removeFactorText'),
          action: t('accounts.removeFactor'),
          onYes: () => void remove(),
        })
      }
    >
      {t('accounts.removeFactor')}
    </Button>
  );
}
