// The viewer's own settings of a channel. Each saves immediately.

import { Button } from '../components/button.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { attempt } from '../data/attempt.ts';
import { toggleMute } from '../data/change-mute.ts';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { KnownChannel } from '../store/directory.ts';
import { setChannelColor, setChannelPinned, subscribe, unsubscribe } from './channel-actions.ts';
import { ownNotificationSettings } from './channel-permissions.ts';

/** The settings, or a button to subscribe. */
export function OwnChannelSettings({ channel }: { readonly channel: KnownChannel }) {
  const organization = useOrganization();
  const id = channel.stream_id;
  const own = useOrganizationState((state) =>
    state.subscriptions?.find((subscription) => subscription.stream_id === id),
  );
  if (!own) {
    return (
      <Button needsServer kind="primary" icon="add" onClick={() => subscribe(organization, channel.name)}>
        {t('channels.subscribe')}
      </Button>
    );
  }
  const set = (property: (typeof ownNotificationSettings)[number], value: boolean | null) =>
    void attempt(
      organization.client.call('update-subscription-settings', {
        subscription_data: [{ stream_id: id, property, value }],
      }),
    );
  return (
    <section aria-label={t('channelSettings.forYou')}>
      <h2>{t('channelSettings.forYou')}</h2>
      <NeedsServer>
        <label class="check">
          <input
            type="checkbox"
            checked={own.pin_to_top}
            onChange={(event) => void setChannelPinned(organization, id, event.currentTarget.checked)}
          />
          {t('channels.pin')}
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={own.is_muted}
            onChange={() => void toggleMute(organization, { kind: 'channel', channelId: id })}
          />
          {t('channels.mute')}
        </label>
        <label class="field">
          <span>{t('channelSettings.color')}</span>
          <input
            class="color-input"
            type="color"
            value={own.color}
            onChange={(event) => void setChannelColor(organization, id, event.currentTarget.value)}
          />
        </label>
        {ownNotificationSettings.map((name) => (
          <label key={name} class="field">
            <span>{t(`channelSettings.${name}`)}</span>
            <select
              class="input"
              value={String(own[name] ?? null)}
              onChange={(event) => set(name, JSON.parse(event.currentTarget.value) as boolean | null)}
            >
              <option value="null">{t('channelSettings.asElsewhere')}</option>
              <option value="true">{t('channelSettings.on')}</option>
              <option value="false">{t('channelSettings.off')}</option>
            </select>
          </label>
        ))}
      </NeedsServer>{' '}
      <Button needsServer onClick={() => unsubscribe(organization, channel.name)}>
        {t('channelSettings.leave')}
      </Button>
    </section>
  );
}
