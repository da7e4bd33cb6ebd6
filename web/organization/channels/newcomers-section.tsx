// What new accounts start with: default channels and default settings.

import { IconButton } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { NeedsServer } from '../../components/needs-server.tsx';
import { attempt } from '../../data/attempt.ts';
import { ChannelField } from '../../forms/channel-field.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import { sections } from '../../settings/controls.ts';
import { newAccountSettings, SettingControl } from '../../settings/setting-control.tsx';
import { channelName } from '../../store/names.ts';
import { DefaultGroups } from './default-groups.tsx';
import { SampleContent } from './sample-content.tsx';

function DefaultChannels() {
  const { client } = useOrganization();
  const state = useTrackedState();
  const defaultChannels = (state.realm_default_streams ?? [])
    .map((id) => ({ id, name: channelName(state, id) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <section aria-label={t('newcomers.channels')}>
      <h3>{t('newcomers.channels')}</h3>
      <p class="soft">{t('newcomers.channelsText')}</p>
      <ul class="chips">
        {defaultChannels.map(({ id, name }) => (
          <li key={id} class="chip">
            <Icon name="channel" />
            <span dir="auto">{name}</span>
            <IconButton
              needsServer
              name={t('newcomers.remove', { name })}
              icon="close"
              onClick={() => attempt(client.call('remove-default-stream', { stream_id: id }))}
            />
          </li>
        ))}
      </ul>
      <div class="add-person">
        <NeedsServer>
          <ChannelField
            label={t('newcomers.add')}
            isOffered={({ stream_id: id, invite_only: isPrivate }) =>
              !isPrivate && !state.realm_default_streams?.includes(id)
            }
            onChoose={(stream_id) => void attempt(client.call('add-default-stream', { stream_id }))}
          />
        </NeedsServer>
      </div>
    </section>
  );
}

export function NewcomersSection() {
  const defaults = useOrganizationState((state) => state.realm_user_settings_defaults) ?? {};
  const isAdmin = useOrganizationState(({ is_admin }) => is_admin);
  return (
    <>
      <DefaultChannels />
      <DefaultGroups />
      {isAdmin && <SampleContent />}
      <p class="soft">{t('newcomers.settingsText')}</p>
      {Object.values(sections)
        .flat()
        .map(({ title, controls }) => (
          <section key={title} aria-label={t(title as 'settings.sounds')}>
            <h3>{t(title as 'settings.sounds')}</h3>
            <div class="settings-card">
              {controls
                .filter(({ name }) => name in defaults)
                .map((control) => (
                  <SettingControl key={control.name} control={control} target={newAccountSettings} />
                ))}
            </div>
          </section>
        ))}
    </>
  );
}
