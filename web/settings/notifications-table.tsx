// The notification settings as a table: kinds of messages by ways to be notified. Each cell saves itself, and arrow
// keys move between cells. On phones each kind is a link to a page with its ways.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from '../components/icon.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { useKeyDown } from '../components/use-key-down.ts';
import { type Outcome, SavingStatus, useChosen, useSaving } from '../forms/saving.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { joinNames } from '../i18n/dates.ts';
import { t } from '../i18n/texts.ts';
import type { SettingName } from './control.ts';
import { type NotificationKind, notificationKinds, notificationWays } from './controls.ts';
import { ownSettings } from './setting-control.tsx';

interface CellProps {
  readonly setting: SettingName;
  readonly name: string;
  readonly statusId: string;
  readonly onOutcome: (outcome: Outcome) => void;
}

function Cell({ setting, name, statusId, onOutcome }: CellProps) {
  const organization = useOrganization();
  const current = useOrganizationState(({ user_settings }) => user_settings?.[setting as 'enable_sounds']);
  const { outcome, save } = useSaving();
  const { value, choose } = useChosen(current, outcome);
  useEffect(() => {
    if (outcome.kind !== 'none') onOutcome(outcome);
  }, [outcome]);
  return (
    <td>
      <label class="cell">
        <input
          type="checkbox"
          aria-label={name}
          aria-describedby={outcome.kind === 'failed' ? statusId : undefined}
          checked={value === true}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            choose(checked);
            void save(() => ownSettings.save(organization, { [setting]: checked }));
          }}
        />
      </label>
    </td>
  );
}

const steps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The checkbox that an arrow key leads to from the focused one. */
function cellAfter({ key }: KeyboardEvent): HTMLElement | undefined {
  const step = steps[key];
  const cell = document.activeElement?.closest('td');
  const row = cell?.parentElement as HTMLTableRowElement | null | undefined;
  const rows = row?.parentElement as HTMLTableSectionElement | null | undefined;
  if (!step || !cell || !row || !rows) return undefined;
  const sideways = document.documentElement.dir === 'rtl' ? -step[1] : step[1];
  const next = rows.rows[row.sectionRowIndex + step[0]]?.cells[cell.cellIndex + sideways];
  return next?.querySelector('input') ?? undefined;
}

/** The ways that are on, for the list on phones. */
function WaysOf({ kind }: { readonly kind: NotificationKind }) {
  const ways = useOrganizationState(({ user_settings }) => {
    const isOn = (name: SettingName) => user_settings?.[name as 'enable_sounds'] === true;
    const activeWays = notificationWays.filter((_, index) => isOn(kind.settings[index] as SettingName));
    return joinNames(activeWays.map((way) => t(`settings.way.${way}`)));
  });
  return <small>{ways || t('settings.nothing')}</small>;
}

export function NotificationsTable() {
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'none' });
  const box = useRef<HTMLTableElement>(null);
  const statusId = 'notifications-saved';
  useKeyDown(box, (event) => {
    const next = cellAfter(event);
    next?.focus();
    if (next) event.preventDefault();
  });
  return (
    <section class="notifications" aria-label={t('settings.what')}>
      <NeedsServer>
        <table ref={box} class="settings-card">
          <thead>
            <tr>
              <th scope="col">{t('settings.what')}</th>
              {notificationWays.map((way) => (
                <th key={way} scope="col">
                  {t(`settings.way.${way}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {notificationKinds.map((kind) => (
              <tr key={kind.name}>
                <th scope="row">{t(kind.title as 'settings.followedTopics')}</th>
                {notificationWays.map((way, index) => (
                  <Cell
                    key={way}
                    setting={kind.settings[index] as SettingName}
                    name={`${t(kind.title as 'settings.followedTopics')}, ${t(`settings.way.${way}`)}`}
                    statusId={statusId}
                    onOutcome={setOutcome}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </NeedsServer>
      <ul class="settings-card pages">
        {notificationKinds.map((kind) => (
          <li key={kind.name}>
            <a href={`#settings/notifications/${kind.name}`}>
              <span>
                {t(kind.title as 'settings.followedTopics')}
                <WaysOf kind={kind} />
              </span>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
      <SavingStatus id={statusId} outcome={outcome} />
    </section>
  );
}
