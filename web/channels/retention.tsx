// How long the messages of a channel are stored.

import { useState } from 'preact/hooks';
import { NeedsServer } from '../components/needs-server.tsx';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { KnownChannel } from '../store/directory.ts';
import { changeChannel } from './change-channel.ts';

const MAX_DAYS = 36_500;
const kinds = ['retentionDefault', 'retentionForever', 'retentionDays'] as const;
type Kind = (typeof kinds)[number];

function kindOf(days: number | null | undefined): Kind {
  if (days === null || days === undefined) return 'retentionDefault';
  return days < 0 ? 'retentionForever' : 'retentionDays';
}

export function Retention({ channel }: { readonly channel: KnownChannel }) {
  const organization = useOrganization();
  const { stream_id: id, message_retention_days: current } = channel;
  const [chosen, setChosen] = useState<Kind>();
  const [days, setDays] = useState(String(current && current > 0 ? current : 365));
  const kind = chosen ?? kindOf(current);
  const sending = useSubmission();
  const count = Number(days);
  const isReady = Number.isInteger(count) && count > 0 && count <= MAX_DAYS && count !== current;
  async function save(message_retention_days: number | 'unlimited' | 'realm_default') {
    await changeChannel(organization, id, { message_retention_days });
    setChosen(undefined);
  }
  function choose(next: Kind) {
    setChosen(next);
    if (next === 'retentionDefault') void save('realm_default');
    if (next === 'retentionForever') void save('unlimited');
  }
  return (
    <>
      <NeedsServer>
        <label class="field">
          <span>{t('channelSettings.retention')}</span>
          <select class="input" value={kind} onChange={(event) => choose(event.currentTarget.value as Kind)}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`channelSettings.${kind}`)}
              </option>
            ))}
          </select>
        </label>
      </NeedsServer>
      {kind === 'retentionDays' && (
        <SubmitForm class="days" sending={sending} isReady={isReady} onSend={() => save(Number(days))}>
          <label class="field">
            <span>{t('channelSettings.days')}</span>
            <input
              class="input"
              type="number"
              min={1}
              max={MAX_DAYS}
              value={days}
              onInput={(event) => setDays(event.currentTarget.value)}
            />
          </label>
          <SubmitButton sending={sending} isReady={isReady}>
            {t('common.save')}
          </SubmitButton>
        </SubmitForm>
      )}
    </>
  );
}
