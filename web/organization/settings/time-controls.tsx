// Controls of time limits and retention: a common value, or a custom number.

import { useState } from 'preact/hooks';
import { NeedsServer } from '../../components/needs-server.tsx';
import { t } from '../../i18n/texts.ts';
import type { ControlProps } from './control.ts';
import { DraftForm, useUnsavedField } from './draft-form.tsx';
import { type Limit, type LimitUnit, limitOf, limitText, offeredLimits, secondsOf } from './time-limits.ts';

const OTHER = 'other';
const MAX_NUMBER = 99_999;
const units = { minutes: 'limit.unitMinutes', hours: 'limit.unitHours', days: 'limit.unitDays' } as const;

export function LimitControl(props: ControlProps<'limit'>) {
  const { label, isLocked, describedBy, save } = props;
  const value = props.value as number | null;
  const [isOther, setOther] = useState(false);
  const listedLimits = offeredLimits.some((limit) => limit === value)
    ? offeredLimits
    : [...offeredLimits, value];
  return (
    <>
      <NeedsServer>
        <label class="field">
          <span>{label}</span>
          <select
            class="input"
            disabled={isLocked}
            aria-describedby={describedBy}
            value={isOther ? OTHER : String(value)}
            onChange={(event) => {
              const chosenLimit = listedLimits[event.currentTarget.selectedIndex];
              setOther(chosenLimit === undefined);
              if (chosenLimit !== undefined && chosenLimit !== value)
                void save(chosenLimit ?? 'unlimited', chosenLimit);
            }}
          >
            {listedLimits.map((limit) => (
              <option key={String(limit)} value={String(limit)}>
                {limitText(limit)}
              </option>
            ))}
            <option value={OTHER}>{t('limit.other')}</option>
          </select>
        </label>
      </NeedsServer>
      {isOther && <OtherLimit {...props} onSaved={() => setOther(false)} />}
    </>
  );
}

function OtherLimit({
  setting,
  label,
  value,
  save,
  onSaved,
  onTyped,
}: ControlProps<'limit'> & { onSaved(): void }) {
  const draft = useUnsavedField<Limit>(
    `limit ${setting.name}`,
    limitOf(Number(value) || 600),
    label,
    onTyped,
  );
  const { count, unit } = draft.value;
  function onSave(): Limit {
    const limit = secondsOf(draft.value);
    void save(limit, limit).then((isSaved) => {
      if (!isSaved) return;
      draft.discard();
      onSaved();
    });
    return limitOf(limit);
  }
  return (
    <DraftForm
      draft={draft}
      isReady={Number.isSafeInteger(count) && count > 0 && count <= MAX_NUMBER}
      allowed={t('draft.number', { least: 1, most: MAX_NUMBER })}
      onSave={onSave}
    >
      {(described) => (
        <div class="with-unit">
          <input
            class="input"
            type="number"
            min={1}
            max={MAX_NUMBER}
            aria-label={t('limit.count', { what: label })}
            {...described}
            value={count}
            onInput={(event) => draft.change({ count: event.currentTarget.valueAsNumber, unit })}
          />
          <select
            class="input"
            aria-label={t('limit.unit', { what: label })}
            value={unit}
            onChange={(event) => draft.change({ count, unit: event.currentTarget.value as LimitUnit })}
          >
            {Object.entries(units).map(([name, key]) => (
              <option key={name} value={name}>
                {t(key)}
              </option>
            ))}
          </select>
        </div>
      )}
    </DraftForm>
  );
}

/** The days for which messages are stored; -1 means forever. */
export function DaysControl(props: ControlProps<'days'>) {
  const { setting, label, isLocked, describedBy, save, onTyped } = props;
  const current = Number(props.value);
  const [isNumberChosen, setNumberChosen] = useState(current > 0);
  const isCounted = isNumberChosen || current > 0;
  return (
    <>
      <NeedsServer>
        <label class="field">
          <span>{label}</span>
          <select
            class="input"
            disabled={isLocked}
            aria-describedby={describedBy}
            value={isCounted ? 'some' : 'forever'}
            onChange={(event) => {
              const isForever = event.currentTarget.value === 'forever';
              setNumberChosen(!isForever);
              if (isForever && current > 0) void save('unlimited', -1);
            }}
          >
            <option value="forever">{t('days.forever')}</option>
            <option value="some">{t('days.some')}</option>
          </select>
        </label>
      </NeedsServer>
      {isCounted && (
        <Days name={setting.name} {...{ label, isLocked, save, onTyped }} savedDays={Number(props.current)} />
      )}
    </>
  );
}

interface DaysProps extends Pick<ControlProps, 'label' | 'isLocked' | 'save' | 'onTyped'> {
  readonly name: string;
  readonly savedDays: number;
}

function Days({ name, label, isLocked, savedDays, save, onTyped }: DaysProps) {
  const draft = useUnsavedField(`days ${name}`, savedDays > 0 ? String(savedDays) : '', label, onTyped);
  return (
    <DraftForm
      draft={draft}
      isReady={/^[1-9]\d{0,4}$/.test(draft.value)}
      allowed={t('draft.number', { least: 1, most: MAX_NUMBER })}
      onSave={() => {
        const days = Number(draft.value);
        void save(days);
        return String(days);
      }}
    >
      {(described) => (
        <span class="with-unit">
          <input
            class="input"
            type="number"
            min={1}
            max={MAX_NUMBER}
            disabled={isLocked}
            aria-label={t('days.count', { what: label })}
            {...described}
            value={draft.value}
            onInput={(event) => draft.change(event.currentTarget.value)}
          />
          {t('unit.days', { count: Number(draft.value) })}
        </span>
      )}
    </DraftForm>
  );
}
