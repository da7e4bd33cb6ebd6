// Asks until when to put a conversation away.

import { putAway } from '../data/change-later.ts';
import type { Organization } from '../data/organization.ts';
import { has24Hours } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import type { Conversation } from '../store/narrow-targets.ts';
import { showTimeDialog } from './time-dialog.tsx';

export function showPutAwayDialog(organization: Organization, conversation: Conversation): void {
  showTimeDialog({
    title: t('later.title'),
    action: t('later.putAway'),
    clock: { is24Hours: has24Hours(organization.state.user_settings?.twenty_four_hour_time) },
    // The conversation is away at once; a refusal is reported in the status line.
    onChoose: async (until) => void putAway(organization, conversation, until),
  });
}
