// The fields of an outgoing webhook: its address and its format. Used for new and existing bots.

import type { State } from '../../client/state/state.ts';
import { t } from '../i18n/texts.ts';
import type { OutgoingWebhook } from './bot-changes.ts';

export const newOutgoing: OutgoingWebhook = { url: '', format: 1 };

/** The bot's current outgoing webhook; undefined if it has none. */
export function outgoingOf(
  { realm_bots: bots }: State,
  botId: number | undefined,
): OutgoingWebhook | undefined {
  const [service] = bots?.find(({ user_id: id }) => id === botId)?.services ?? [];
  return service && 'base_url' in service ? { url: service.base_url, format: service.interface } : undefined;
}

export interface OutgoingFieldsProps {
  readonly value: OutgoingWebhook;
  readonly onChange: (value: OutgoingWebhook) => void;
}

export function OutgoingFields({ value, onChange }: OutgoingFieldsProps) {
  return (
    <>
      <label class="field">
        <span>{t('botSettings.endpoint')}</span>
        <input
          class="input"
          maxLength={2000}
          value={value.url}
          onInput={(event) => onChange({ ...value, url: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>{t('botSettings.format')}</span>
        <select
          class="input"
          value={value.format}
          onChange={(event) => onChange({ ...value, format: Number(event.currentTarget.value) })}
        >
          <option value={1}>{t('botSettings.formatOfParley')}</option>
          <option value={2}>{t('botSettings.formatOfSlack')}</option>
        </select>
      </label>
    </>
  );
}
