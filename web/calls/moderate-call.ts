// Ends a call for everyone, and removes a person from it, after a question.

import { confirmAction } from '../components/confirm.tsx';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { t } from '../i18n/texts.ts';
import { personName } from '../store/names.ts';

export function confirmEndForAll({ client }: Organization, callId: number): void {
  confirmAction({
    title: t('call.endForAllTitle'),
    text: t('call.endForAllText'),
    action: t('call.endShort'),
    onYes: () => attempt(client.call('end-call', { call_id: callId })),
  });
}

export function confirmRemove({ client, state }: Organization, callId: number, personId: number): void {
  const name = personName(state, personId);
  confirmAction({
    title: t('call.removeTitle', { name }),
    text: t('call.removeText', { name }),
    action: t('call.removeShort'),
    onYes: () => attempt(client.call('remove-from-call', { call_id: callId, user_id: personId })),
  });
}
