// A channel's general settings: name, description, privacy, folder and policies. All but name and description
// save immediately.

import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { NameAndDescription } from '../components/name-and-description.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { showStatus } from '../components/status-line.tsx';
import { useActions } from '../data/actions.ts';
import { attempt } from '../data/attempt.ts';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import type { KnownChannel } from '../store/directory.ts';
import { changeChannel } from './change-channel.ts';
import { type Privacy, privacyOf, privacySettings } from './channel-permissions.ts';
import { confirmArchive } from './confirm-archive.ts';
import { Retention } from './retention.tsx';

/** Shown to those who may administer the channel. */
export function GeneralSettings({ channel }: { readonly channel: KnownChannel }) {
  const organization = useOrganization();
  const { go } = useActions();
  const id = channel.stream_id;
  const folders = useOrganizationState((state) => state.channel_folders) ?? [];
  const [name, setName] = useState(channel.name);
  const [description, setDescription] = useState(channel.description ?? '');
  const isChanged = name.trim() !== channel.name || description !== (channel.description ?? '');
  const isReady = isChanged && name.trim() !== '';
  const sending = useSubmission();
  const offered = (Object.keys(privacySettings) as Privacy[]).filter(
    (privacy) => privacy !== 'webPublic' || organization.state.realm_enable_spectator_access === true,
  );
  return (
    <section aria-label={t('channelSettings.general')}>
      <h2>{t('channelSettings.general')}</h2>
      <SubmitForm
        sending={sending}
        isReady={isReady}
        isUnsaved
        onSend={async () => {
          await organization.client.call('update-stream', {
            stream_id: id,
            ...(name.trim() !== channel.name && { new_name: name.trim() }),
            ...(description !== channel.description && { description }),
          });
          showStatus(t('common.saved'));
        }}
        buttons={
          <SubmitButton sending={sending} isReady={isReady}>
            {t('common.save')}
          </SubmitButton>
        }
      >
        <NameAndDescription
          name={name}
          description={description}
          nameLength={60}
          onName={(text) => {
            setName(text);
            sending.clearOutcome();
          }}
          onDescription={setDescription}
        />
      </SubmitForm>
      <NeedsServer>
        <label class="field">
          <span>{t('channels.privacy')}</span>
          <select
            class="input"
            value={privacyOf(channel)}
            onChange={(event) =>
              void changeChannel(organization, id, privacySettings[event.currentTarget.value as Privacy])
            }
          >
            {offered.map((privacy) => (
              <option key={privacy} value={privacy}>
                {t(`channels.${privacy}`)}
              </option>
            ))}
          </select>
        </label>
        {folders.length > 0 && (
          <label class="field">
            <span>{t('channelSettings.folder')}</span>
            <select
              class="input"
              value={String(channel.folder_id ?? '')}
              onChange={(event) =>
                void changeChannel(organization, id, { folder_id: Number(event.currentTarget.value) || null })
              }
            >
              <option value="">{t('channelSettings.noFolder')}</option>
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
      </NeedsServer>{' '}
      <Policies channel={channel} />
      <div class="buttons">
        {channel.is_archived ? (
          <Button needsServer onClick={() => changeChannel(organization, id, { is_archived: false })}>
            {t('channelSettings.unarchive')}
          </Button>
        ) : (
          <Button
            class="danger-zone"
            icon="delete"
            onClick={() => confirmArchive(organization, channel, () => go('#channels/all'))}
          >
            {t('channelSettings.archive')}
          </Button>
        )}
      </div>
    </section>
  );
}

const topicsPolicies = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only'] as const;

function Policies({ channel }: { readonly channel: KnownChannel }) {
  const organization = useOrganization();
  const { client, state } = organization;
  const id = channel.stream_id;
  const isDefault = useOrganizationState(({ realm_default_streams }) =>
    (realm_default_streams ?? []).includes(id),
  );
  return (
    <>
      <NeedsServer>
        <label class="field">
          <span>{t('channelSettings.topicsPolicy')}</span>
          <select
            class="input"
            value={channel.topics_policy ?? 'inherit'}
            onChange={(event) => {
              const topics_policy = topicsPolicies[event.currentTarget.selectedIndex];
              if (topics_policy) void changeChannel(organization, id, { topics_policy });
            }}
          >
            {topicsPolicies.map((policy) => (
              <option key={policy} value={policy}>
                {t(`channelSettings.${policy}`)}
              </option>
            ))}
          </select>
        </label>
      </NeedsServer>
      {state.is_owner === true && <Retention channel={channel} />}
      <NeedsServer>
        {' '}
        {state.is_admin === true && !channel.invite_only && (
          <label class="check">
            <input
              type="checkbox"
              checked={isDefault}
              onChange={(event) =>
                void attempt(
                  event.currentTarget.checked
                    ? client.call('add-default-stream', { stream_id: id })
                    : client.call('remove-default-stream', { stream_id: id }),
                )
              }
            />
            {t('channelSettings.isDefault')}
          </label>
        )}
        {state.is_admin === true && (
          <label class="check">
            <input
              type="checkbox"
              checked={channel.default_push_notifications === true}
              onChange={(event) =>
                void changeChannel(organization, id, {
                  default_push_notifications: event.currentTarget.checked,
                })
              }
            />
            {t('channelSettings.pushDefault')}
          </label>
        )}
      </NeedsServer>
    </>
  );
}
