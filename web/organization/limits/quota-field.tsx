// One quota: its limit, the permitted range, and the amount in use.

import { useId } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { SavingStatus, useSaving } from '../../forms/saving.tsx';
import { useOrganization } from '../../hooks/use-organization.ts';
import { t } from '../../i18n/texts.ts';
import { DraftForm, useUnsavedField } from '../settings/draft-form.tsx';
import { type Quota, scopeName, titleOf } from './quota-texts.ts';

interface QuotaFieldProps {
  readonly quota: Quota;
  /** Called with all quotas once one was changed. */
  readonly onChanged: (quotas: readonly Quota[]) => void;
}

function helpOf({ default_limit, highest_limit, used }: Quota): string {
  const allowed = t('quotas.allowed', { default: default_limit, highest: highest_limit });
  return used === null ? allowed : `${t('quotas.used', { count: used })} · ${allowed}`;
}

export function QuotaField({ quota, onChanged }: QuotaFieldProps) {
  const { name, kind, scope, limit, default_limit: standard, highest_limit: highest } = quota;
  const { client } = useOrganization();
  const { outcome, save, clearOutcome } = useSaving();
  const id = useId();
  const label = scopeName(scope);
  const title = titleOf(kind, scope);
  const draft = useUnsavedField(`quota ${name}`, String(limit), title, clearOutcome);
  const typedNumber = Number(draft.value);
  const isReady = /^\d{1,9}$/.test(draft.value) && typedNumber >= 1 && typedNumber <= highest;
  const change = (value: number | null) =>
    save(async () => onChanged((await client.call('update-quotas', { quotas: { [name]: value } })).quotas));
  return (
    <div class="setting organization-setting" onReset={clearOutcome}>
      <div>
        <DraftForm
          draft={draft}
          isReady={isReady}
          allowed={t('draft.number', { least: 1, most: highest })}
          describedBy={`${id}-help ${id}-saving`}
          onSave={() => {
            void change(typedNumber);
            return String(typedNumber);
          }}
        >
          {(described) => (
            <label class="field">
              <span>{label}</span>
              <input
                class="input"
                type="number"
                inputMode="numeric"
                min={1}
                max={highest}
                aria-label={title}
                {...described}
                value={draft.value}
                onInput={(event) => draft.change(event.currentTarget.value)}
              />
            </label>
          )}
        </DraftForm>
        <small id={`${id}-help`}>{helpOf(quota)}</small>
        {limit !== standard && !draft.isChanged && (
          <Button
            needsServer
            aria-label={`${title}: ${t('quotas.reset', { default: standard })}`}
            onClick={() => change(null)}
          >
            {t('quotas.reset', { default: standard })}
          </Button>
        )}
      </div>
      <SavingStatus id={`${id}-saving`} outcome={outcome} />
    </div>
  );
}
