// Message retention: of the organization, and of channels with a period of their own.

import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import { listedChannels } from './channels-to-choose.ts';
import { settingPages } from './pages.ts';
import { LockNote, SettingGroups } from './setting-groups.tsx';

function retentionText(days: number | null | undefined): string {
  if (days === null || days === undefined) return t('retention.asOrganization');
  return days < 0 ? t('days.forever') : t('retention.days', { count: days });
}

function Channels() {
  const state = useTrackedState();
  return (
    <section aria-label={t('retention.channels')}>
      <h3>{t('retention.channels')}</h3>
      <p class="soft">{t(state.is_owner === true ? 'retention.changeThere' : 'retention.ownersThere')}</p>
      <table class="organization-table">
        <thead>
          <tr>
            <th scope="col">{t('retention.channel')}</th>
            <th scope="col">{t('retention.keepFor')}</th>
          </tr>
        </thead>
        <tbody>
          {listedChannels(state, false).map((channel) => (
            <tr key={channel.stream_id}>
              <td>
                <a href={`#channels/${channel.stream_id}/${encodeURIComponent(channel.name)}/general`}>
                  #{channel.name}
                </a>
              </td>
              <td>{retentionText(channel.message_retention_days)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function RetentionPage() {
  return (
    <>
      <LockNote />
      <SettingGroups groups={settingPages.retention} />
      <Channels />
    </>
  );
}
