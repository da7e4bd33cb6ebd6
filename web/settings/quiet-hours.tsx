// The section of the notification settings with the quiet hours: a pause, days and times, and the people whose messages
// notify at any time.

import type { State } from '../../client/state/state.ts';
import type { QuietHours } from '../../src/local-time/quiet-until.ts';
import { Avatar } from '../components/avatar.tsx';
import { Button, IconButton } from '../components/button.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { pauseOrResume } from '../forms/pause-notifications.ts';
import { PersonField } from '../forms/person-field.tsx';
import { SavingStatus, useChosen, useSaving } from '../forms/saving.tsx';
import { useNow } from '../hooks/use-now.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { useViewer } from '../hooks/use-viewer.ts';
import { quietText } from '../i18n/quiet-text.ts';
import { t } from '../i18n/texts.ts';
import { weekdayNames } from '../i18n/weekday-names.ts';
import { personName } from '../store/names.ts';

const MAX_ALLOWED_SENDERS = 20;

/** The IANA name of the time zone of this device. */
const deviceZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
const ownState = (state: State, ownId: number) => state.do_not_disturb?.[ownId];

export function QuietHoursSection() {
  const { client, state, ownId } = useOrganization();
  const current = useOrganizationState((state) => ownState(state, ownId)?.quiet_hours);
  const zone = useOrganizationState((state) => state.user_settings?.timezone) || deviceZone();
  const { outcome, save } = useSaving();
  const { value, choose } = useChosen(current, outcome);
  const hours = value as QuietHours | undefined;
  if (!hours) return null;
  function change(changed: Partial<QuietHours>) {
    const { enabled, days, from, to } = { ...(hours as QuietHours), ...changed };
    const next = { enabled, days: [...days], from, to };
    choose(next);
    void save(async () => {
      // An account without a time zone would get the hours of UTC.
      if (!state.user_settings?.timezone) await setZone();
      await client.call('update-do-not-disturb', { quiet_hours: next });
    });
  }
  const setZone = () => client.call('update-settings', { timezone: deviceZone() });
  const { days } = hours;
  const toggled = (day: number) => (days.includes(day) ? days.filter((one) => one !== day) : [...days, day]);
  const timeField = (name: 'from' | 'to') => (
    <label class="field">
      <span>{t(`quiet.${name}`)}</span>
      <input
        class="input"
        type="time"
        required
        value={hours[name]}
        onChange={({ currentTarget }) => currentTarget.value && change({ [name]: currentTarget.value })}
      />
    </label>
  );
  return (
    <section aria-label={t('quiet.title')} class="quiet-hours">
      <h3>{t('quiet.title')}</h3>
      <div class="settings-card">
        <Pause />
        <div class="setting-row check">
          <NeedsServer>
            <label for="quiet-enabled">
              <span>{t('quiet.enable')}</span>
              <input
                id="quiet-enabled"
                type="checkbox"
                checked={hours.enabled}
                aria-describedby="quiet-help quiet-outcome"
                onChange={({ currentTarget }) => change({ enabled: currentTarget.checked })}
              />
            </label>
          </NeedsServer>
          <SavingStatus id="quiet-outcome" outcome={outcome} />
        </div>
        {hours.enabled && (
          <NeedsServer>
            <div class="quiet-when">
              <fieldset class="quiet-days">
                <legend>{t('quiet.days')}</legend>
                {weekdayNames().map((name, index) => (
                  <label key={name} class="check">
                    <input
                      type="checkbox"
                      checked={days.includes(index + 1)}
                      // At least one day remains.
                      disabled={days.length === 1 && days.includes(index + 1)}
                      onChange={() => change({ days: toggled(index + 1).sort() })}
                    />
                    {name}
                  </label>
                ))}
              </fieldset>
              <div class="quiet-times">
                {timeField('from')}
                {timeField('to')}
              </div>
              <p class="soft">{t('quiet.zone', { zone })}</p>
              {zone !== deviceZone() && (
                <Button needsServer onClick={() => save(setZone)}>
                  {t('quiet.useZone', { zone: deviceZone() })}
                </Button>
              )}
            </div>
          </NeedsServer>
        )}
        <AllowedSenders />
      </div>
      <p id="quiet-help" class="soft">
        {t('quiet.help')}
      </p>
    </section>
  );
}

function Pause() {
  const organization = useOrganization();
  const { ownId } = organization;
  const until = useOrganizationState((state) => ownState(state, ownId)?.paused_until) ?? 0;
  const now = useNow();
  const viewer = useViewer();
  const isPaused = until > now;
  return (
    <div class="setting-row line">
      <span class="label">{isPaused ? quietText(until, now, viewer) : t('frame.pauseNotifications')}</span>
      <Button needsServer onClick={() => pauseOrResume(organization)}>
        {t(isPaused ? 'frame.resumeNotifications' : 'quiet.pauseUntil')}
      </Button>
    </div>
  );
}

function AllowedSenders() {
  const { client, state, ownId } = useOrganization();
  const ids = useOrganizationState((current) => ownState(current, ownId)?.allowed_senders) ?? [];
  const { outcome, save } = useSaving();
  const change = (allowed_senders: readonly number[]) =>
    save(() => client.call('update-do-not-disturb', { allowed_senders: [...allowed_senders] }));
  return (
    <div class="quiet-allowed">
      <h4>{t('quiet.allowed')}</h4>
      {ids.length > 0 && (
        <ul class="allowed-senders">
          {ids.map((id) => (
            <li key={id}>
              <Avatar
                id={id}
                name={personName(state, id)}
                url={state.realm_users?.find(({ user_id }) => user_id === id)?.avatar_url}
                size="small"
              />
              <span class="label">{personName(state, id)}</span>
              <IconButton
                needsServer
                icon="close"
                name={t('quiet.removePerson', { name: personName(state, id) })}
                onClick={() => change(ids.filter((one) => one !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {ids.length < MAX_ALLOWED_SENDERS && (
        <NeedsServer>
          <PersonField
            id="allowed-sender"
            label={t('quiet.addPerson')}
            without={new Set([ownId, ...ids])}
            onChoose={(id) => change([...ids, id])}
          />
        </NeedsServer>
      )}
      <SavingStatus id="allowed-outcome" outcome={outcome} />
    </div>
  );
}
