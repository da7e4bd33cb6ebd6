// One's own API key, shown to whoever knows the password.

import { useState } from 'preact/hooks';
import { reasonOf } from '../link/attempt.ts';
import { Reason } from '../link/reason.tsx';
import { useOrganization } from '../link/use-organization.ts';
import { personIn } from '../messages/directory.ts';
import { Button } from '../parts/button.tsx';
import { t } from '../words/words.ts';
import { ApiKey } from './api-key.tsx';

export function KeySection() {
  const { client, state, ownId } = useOrganization();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState('');
  const [shown, setShown] = useState<{ readonly api_key: string; readonly email: string }>();
  const username = personIn(state, ownId)?.delivery_email ?? '';
  async function show() {
    try {
      setShown(await client.call('fetch-api-key', { username, password }));
      setPassword('');
    } catch (error) {
      setProblem(reasonOf(error));
    }
  }
  return (
    <div class="own">
      <p>{t('own.keyText')}</p>
      {shown ? (
        <ApiKey
          email={shown.email}
          apiKey={shown.api_key}
          onRenew={() => client.call('regenerate-api-key')}
        />
      ) : (
        <form
          class="fields"
          onSubmit={(event) => {
            event.preventDefault();
            void show();
          }}
        >
          <label class="field">
            <span>{t('own.password')}</span>
            <input
              class="input"
              type="password"
              autocomplete="current-password"
              value={password}
              onInput={(event) => {
                setPassword(event.currentTarget.value);
                setProblem('');
              }}
            />
          </label>
          {problem !== '' && (
            <p class="problem" role="alert">
              <Reason text={problem} />
            </p>
          )}
          <Button type="submit" kind="primary" disabled={password === ''}>
            {t('own.showKey')}
          </Button>
        </form>
      )}
    </div>
  );
}
