// The settings of a channel: one's own, and those of the channel for whoever administers it. Each saves by itself.

import { useState } from 'preact/hooks';
import type { InputOf } from '../../client/api-types.ts';
import { attempt } from '../link/attempt.ts';
import type { Organization } from '../link/organization.ts';
import { useOrganization, useOrganizationState } from '../link/use-organization.ts';
import { channelIn, type KnownChannel } from '../messages/directory.ts';
import { groupName } from '../messages/groups.ts';
import { addressOf } from '../messages/places.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { Icon } from '../parts/icon.tsx';
import { NameAndDescription } from '../parts/name-and-description.tsx';
import { t } from '../words/words.ts';
import { setChannelMuted, setChannelPinned } from './channel-actions.ts';
import {
  channelPermissions,
  groupOf,
  groupsToChoose,
  mayAdminister,
  ownNotices,
  type Privacy,
  privacies,
  privacyOf,
} from './channel-rights.ts';
import { Subscribers } from './subscribers.tsx';

type Change = Omit<InputOf<'update-stream'>, 'stream_id'>;

async function change({ client }: Organization, stream_id: number, values: Change): Promise<void> {
  await attempt(client.call('update-stream', { stream_id, ...values }));
}

interface PartProps {
  readonly channel: KnownChannel;
}

function Own({ channel }: PartProps) {
  const organization = useOrganization();
  const id = channel.stream_id;
  const own = useOrganizationState((state) => state.subscriptions?.find((one) => one.stream_id === id));
  if (!own) return null;
  const set = (property: (typeof ownNotices)[number], value: boolean | null) =>
    void attempt(
      organization.client.call('update-subscription-settings', {
        subscription_data: [{ stream_id: id, property, value }],
      }),
    );
  return (
    <section aria-label={t('channels.forYou')}>
      <h2>{t('channels.forYou')}</h2>
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
          onChange={(event) => void setChannelMuted(organization, id, event.currentTarget.checked)}
        />
        {t('channels.mute')}
      </label>
      {ownNotices.map((name) => (
        <label key={name} class="field">
          <span>{t(`channels.${name}`)}</span>
          <select
            class="input"
            value={String(own[name] ?? null)}
            onChange={(event) => set(name, JSON.parse(event.currentTarget.value) as boolean | null)}
          >
            <option value="null">{t('channels.asElsewhere')}</option>
            <option value="true">{t('channels.on')}</option>
            <option value="false">{t('channels.off')}</option>
          </select>
        </label>
      ))}
    </section>
  );
}

function General({ channel }: PartProps) {
  const organization = useOrganization();
  const id = channel.stream_id;
  const folders = useOrganizationState((state) => state.channel_folders) ?? [];
  const [name, setName] = useState(channel.name);
  const [description, setDescription] = useState(channel.description ?? '');
  const isChanged = name.trim() !== channel.name || description !== (channel.description ?? '');
  const offered = (Object.keys(privacies) as Privacy[]).filter(
    (one) => one !== 'webPublic' || organization.state.realm_enable_spectator_access === true,
  );
  return (
    <section aria-label={t('channels.general')}>
      <h2>{t('channels.general')}</h2>
      <form
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void change(organization, id, {
            ...(name.trim() !== channel.name && { new_name: name.trim() }),
            ...(description !== channel.description && { description }),
          });
        }}
      >
        <NameAndDescription
          name={name}
          description={description}
          nameLength={60}
          onName={setName}
          onDescription={setDescription}
        />
        <Button type="submit" kind="primary" disabled={!isChanged || name.trim() === ''}>
          {t('parts.save')}
        </Button>
      </form>
      <label class="field">
        <span>{t('channels.privacy')}</span>
        <select
          class="input"
          value={privacyOf(channel)}
          onChange={(event) => void change(organization, id, privacies[event.currentTarget.value as Privacy])}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {t(`channels.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {folders.length > 0 && (
        <label class="field">
          <span>{t('channels.folder')}</span>
          <select
            class="input"
            value={String(channel.folder_id ?? '')}
            onChange={(event) =>
              void change(organization, id, { folder_id: Number(event.currentTarget.value) || null })
            }
          >
            <option value="">{t('channels.noFolder')}</option>
            {folders
              .filter((folder) => !folder.is_archived)
              .map((folder) => (
                <option key={folder.id} value={String(folder.id)}>
                  {folder.name}
                </option>
              ))}
          </select>
        </label>
      )}
    </section>
  );
}

function Permissions({ channel, isLocked }: PartProps & { readonly isLocked: boolean }) {
  const organization = useOrganization();
  const state = useOrganizationState((whole) => whole);
  const groups = groupsToChoose(state);
  return (
    <section aria-label={t('channels.permissions')}>
      <h2>{t('channels.permissions')}</h2>
      {channelPermissions.map((name) => {
        const present = groupOf(channel[name]);
        return (
          <label key={name} class="field">
            <span>{t(`channels.${name}`)}</span>
            <select
              class="input"
              disabled={isLocked}
              value={String(present ?? '')}
              onChange={(event) => {
                const chosen = Number(event.currentTarget.value);
                if (chosen > 0) void change(organization, channel.stream_id, { [name]: { new: chosen } });
              }}
            >
              {present === undefined && <option value="">{t('channels.particularPeople')}</option>}
              {groups.map((group) => (
                <option key={group.id} value={String(group.id)}>
                  {groupName(group)}
                </option>
              ))}
            </select>
          </label>
        );
      })}
    </section>
  );
}

export function ChannelSettings({ id }: { readonly id: number }) {
  const { ownId } = useOrganization();
  const state = useOrganizationState((whole) => whole);
  const channel = channelIn(state, id);
  if (!channel) return <EmptyState icon="channel" text={t('feed.unknownChannel')} />;
  const isAdministered = mayAdminister(state, channel, ownId);
  return (
    <div class="channel-settings">
      <header>
        <a href={addressOf({ kind: 'channel', channelId: id }, state)}>
          <Icon name={channel.invite_only ? 'lock' : channel.is_web_public ? 'globe' : 'channel'} />
          {t('channels.openChannel', { name: channel.name })}
        </a>
      </header>
      <Own channel={channel} />
      {isAdministered && <General key={`${channel.name} ${channel.description}`} channel={channel} />}
      <Subscribers channel={channel} />
      <Permissions channel={channel} isLocked={!isAdministered} />
    </div>
  );
}
