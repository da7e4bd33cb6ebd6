// A channel's settings: the viewer's own, and the channel's for its administrators.

import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Icon } from '../components/icon.tsx';
import { showDialog } from '../components/overlays.tsx';
import { SavedPermissionField } from '../forms/saved-permission-field.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import { channelIcon } from '../store/channel-icon.ts';
import { channelIn, type KnownChannel } from '../store/directory.ts';
import { addressOf } from '../store/narrow-targets.ts';
import { mayPost } from '../store/permissions.ts';
import { channelPermissions, mayAdminister } from './channel-permissions.ts';
import { EmailDialog } from './email-address.tsx';
import { GeneralSettings } from './general-settings.tsx';
import { OwnChannelSettings } from './own-channel-settings.tsx';
import { Subscribers } from './subscribers.tsx';

interface PermissionsProps {
  readonly channel: KnownChannel;
  readonly isLocked: boolean;
}

function Permissions({ channel, isLocked }: PermissionsProps) {
  const organization = useOrganization();
  return (
    <section aria-label={t('channelSettings.permissions')}>
      <h2>{t('channelSettings.permissions')}</h2>
      {channelPermissions.map((name) => {
        const value = channel[name];
        if (value === undefined) return null;
        return (
          <SavedPermissionField
            key={name}
            label={t(`channelSettings.${name}`)}
            owner="stream"
            name={name}
            value={value}
            isLocked={isLocked}
            save={(change) =>
              organization.client.call('update-stream', { stream_id: channel.stream_id, [name]: change })
            }
          />
        );
      })}
    </section>
  );
}

export function ChannelSettings({ id }: { readonly id: number }) {
  const { ownId } = useOrganization();
  const state = useTrackedState();
  const channel = channelIn(state, id);
  if (!channel)
    return (
      <EmptyState icon="channel" title={t('messageList.unknownChannel')}>
        <a class="button" href="#inbox">
          {t('frame.toInbox')}
        </a>
      </EmptyState>
    );
  const isAdministered = mayAdminister(state, channel, ownId);
  return (
    <div class="channel-settings">
      <header class="buttons">
        <a href={addressOf({ kind: 'channel', channelId: id }, state)}>
          <Icon name={channelIcon(channel)} />
          {t('channels.openChannel', { name: channel.name })}
        </a>
        {mayPost(state, id, ownId) && (
          <Button
            icon="mention"
            onClick={() => showDialog((close) => <EmailDialog channel={channel} onClose={close} />)}
          >
            {t('channelSettings.email')}
          </Button>
        )}
      </header>
      {channel.is_archived && <p class="soft">{t('channelSettings.archivedNote')}</p>}
      <OwnChannelSettings channel={channel} />
      {isAdministered && <GeneralSettings key={`${channel.name} ${channel.description}`} channel={channel} />}
      <Subscribers channel={channel} />
      <Permissions channel={channel} isLocked={!isAdministered} />
    </div>
  );
}
