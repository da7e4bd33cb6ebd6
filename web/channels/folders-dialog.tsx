// Channel folders, for administrators: created, renamed, ordered, filled and archived.

import { useState } from 'preact/hooks';
import type { Section } from '../../client/state/state.ts';
import { IconButton } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { NeedsServer } from '../components/needs-server.tsx';
import { showDialog } from '../components/overlays.tsx';
import { useSavedField } from '../components/use-saved-field.ts';
import { attempt } from '../data/attempt.ts';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useOrganization, useOrganizationState } from '../hooks/use-organization.ts';
import { useTrackedState } from '../hooks/use-tracked-state.ts';
import { t } from '../i18n/texts.ts';
import type { KnownChannel } from '../store/directory.ts';
import { changeChannel } from './change-channel.ts';

type Folder = Section<'channel_folders'>[number];

export function showFolders(): void {
  showDialog((close) => <FoldersDialog onClose={close} />);
}

function useChannels(): readonly KnownChannel[] {
  const state = useTrackedState();
  const all = [
    ...(state.subscriptions ?? []),
    ...(state.unsubscribed ?? []),
    ...(state.never_subscribed ?? []),
  ];
  return all.filter((channel) => !channel.is_archived).sort((a, b) => a.name.localeCompare(b.name));
}

interface FolderLineProps {
  readonly folder: Folder;
  /** The ids of all folders in order, including archived ones. */
  readonly order: readonly number[];
  /** The folders before and after it. */
  readonly before: Folder | undefined;
  readonly after: Folder | undefined;
}

function FolderLine({ folder, order, before, after }: FolderLineProps) {
  const organization = useOrganization();
  const { client } = organization;
  const { id, name } = folder;
  const channels = useChannels();
  const ownChannels = channels.filter(({ folder_id }) => folder_id === id);
  const [text, setText] = useState(name);
  const rename = () => {
    if (text.trim() === '' || text.trim() === name) return setText(name);
    const call = client.call('update-channel-folder', { channel_folder_id: id, name: text.trim() });
    void attempt(call).then((answer) => answer || setText(name));
  };
  const saved = useSavedField(rename);
  /** Swaps positions with another folder. */
  const swap = (other: Folder | undefined) => {
    if (!other) return;
    const positions = { [id]: order.indexOf(other.id), [other.id]: order.indexOf(id) };
    const next = [...order];
    for (const [moved, position] of Object.entries(positions)) next[position] = Number(moved);
    void attempt(client.call('patch-channel-folders', { order: next }));
  };
  return (
    <li class="folder">
      <div class="arranged-line">
        <input
          class="input"
          aria-label={t('folders.name', { name })}
          maxLength={100}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          {...saved}
        />
        <IconButton
          needsServer
          name={t('folders.up', { name })}
          icon="up"
          disabled={!before}
          onClick={() => swap(before)}
        />
        <IconButton
          needsServer
          name={t('folders.down', { name })}
          icon="down"
          disabled={!after}
          onClick={() => swap(after)}
        />
        <IconButton
          needsServer
          name={t('folders.archive', { name })}
          icon="delete"
          onClick={() =>
            attempt(client.call('update-channel-folder', { channel_folder_id: id, is_archived: true }))
          }
        />
      </div>
      <ul class="chips">
        {ownChannels.map((channel) => (
          <li key={channel.stream_id} class="chip">
            {channel.name}
            <IconButton
              needsServer
              name={t('folders.takeOut', { channel: channel.name, name })}
              icon="close"
              onClick={() => changeChannel(organization, channel.stream_id, { folder_id: null })}
            />
          </li>
        ))}
      </ul>
      <NeedsServer>
        <select
          class="input"
          aria-label={t('folders.add', { name })}
          value=""
          onChange={(event) => {
            const chosen = Number(event.currentTarget.value);
            event.currentTarget.value = '';
            if (chosen > 0) void changeChannel(organization, chosen, { folder_id: id });
          }}
        >
          <option value="">{t('folders.add', { name })}</option>
          {channels
            .filter(({ folder_id }) => folder_id !== id)
            .map((channel) => (
              <option key={channel.stream_id} value={String(channel.stream_id)}>
                {channel.name}
              </option>
            ))}
        </select>
      </NeedsServer>
    </li>
  );
}

function NewFolder() {
  const { client } = useOrganization();
  const [name, setName] = useState('');
  const sending = useSubmission();
  const isReady = name.trim() !== '';
  async function create() {
    await client.call('create-channel-folder', { name: name.trim(), description: '' });
    setName('');
  }
  return (
    <SubmitForm class="arranged-line" sending={sending} isReady={isReady} onSend={create}>
      <label class="field">
        <span>{t('folders.new')}</span>
        <input
          class="input"
          maxLength={60}
          value={name}
          onInput={(event) => {
            setName(event.currentTarget.value);
            sending.clearOutcome();
          }}
        />
      </label>
      <SubmitButton sending={sending} isReady={isReady}>
        {t('folders.create')}
      </SubmitButton>
    </SubmitForm>
  );
}

function FoldersDialog({ onClose }: { readonly onClose: () => void }) {
  const all = useOrganizationState(({ channel_folders }) => channel_folders) ?? [];
  const sorted = [...all].sort((a, b) => a.order - b.order);
  const active = sorted.filter((folder) => !folder.is_archived);
  return (
    <Dialog title={t('folders.title')} onClose={onClose}>
      {active.length === 0 && (
        <EmptyState icon="list" title={t('folders.none')} text={t('folders.noneText')} />
      )}
      <ul class="arranged">
        {active.map((folder, index) => (
          <FolderLine
            key={`${folder.id} ${folder.name}`}
            folder={folder}
            order={sorted.map(({ id }) => id)}
            before={active[index - 1]}
            after={active[index + 1]}
          />
        ))}
      </ul>
      <NewFolder />
    </Dialog>
  );
}
