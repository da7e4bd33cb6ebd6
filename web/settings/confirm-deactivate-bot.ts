// Asks for confirmation before a bot is deactivated.

import type { Person } from '../../client/state/state.ts';
import { confirmAction } from '../components/confirm.tsx';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';

/** Deactivates the bot if confirmed. */
export function confirmDeactivateBot({ client }: Organization, bot: Person): void {
  confirmAction({
    title: t('botSettings.deactivateTitle', { name: bot.full_name }),
    text: t('botSettings.deactivateText'),
    action: t('botSettings.deactivateButton'),
    onYes: () => void attempt(client.call('deactivate-bot', { bot_id: bot.user_id })),
  });
}
