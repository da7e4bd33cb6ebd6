// Shows the API key of a bot to those who may change it.

import type { Person } from '../../client/state/state.ts';
import { Dialog } from '../components/dialog.tsx';
import { showDialog } from '../components/overlays.tsx';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { ApiKey } from './api-key.tsx';

export async function showBotKey({ client }: Organization, bot: Person): Promise<void> {
  const { user_id: bot_id, full_name: name, email } = bot;
  const answer = await attempt(client.call('get-bot-api-key', { bot_id }));
  if (!answer) return;
  showDialog((close) => (
    <Dialog title={t('apiKey.of', { name })} onClose={close}>
      <ApiKey
        email={email}
        apiKey={answer.api_key}
        onRenew={() => client.call('regenerate-bot-api-key', { bot_id })}
      />
    </Dialog>
  ));
}
