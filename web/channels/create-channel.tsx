// Creates a channel, and opens it.

import { useState } from 'preact/hooks';
import type { State } from '../../client/state/state.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { NameAndDescription } from '../components/name-and-description.tsx';
import { showDialog } from '../components/overlays.tsx';
import { showStatus } from '../components/status-line.tsx';
import { useActions } from '../data/actions.ts';
import type { Organization } from '../data/organization.ts';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { useOrganization } from '../hooks/use-organization.ts';
import { t } from '../i18n/texts.ts';
import { isAllowed } from '../store/permissions.ts';
import { enterChannel } from './enter-channel.ts';
import { AnnouncementField, type FirstSubscribers, SubscriberFields } from './new-channel-fields.tsx';
import { everyoneElse } from './new-channel-people.ts';

const kinds = {
  public: { invite_only: false },
  private: { invite_only: true, history_public_to_subscribers: true },
  privateProtected: { invite_only: true, history_public_to_subscribers: false },
  webPublic: { invite_only: false, is_web_public: true },
} as const;
type Kind = keyof typeof kinds;

/** The kinds of channels that the viewer may create. */
function offeredKinds(state: State, ownId: number): Kind[] {
  const mayBePublic = isAllowed(state, state.realm_can_create_public_channel_group, ownId);
  const mayBePrivate = isAllowed(state, state.realm_can_create_private_channel_group, ownId);
  const mayBeWebPublic =
    mayBePublic &&
    state.realm_enable_spectator_access === true &&
    state.can_create_web_public_streams === true;
  return [
    ...(mayBePublic ? (['public'] as const) : []),
    ...(mayBePrivate ? (['private', 'privateProtected'] as const) : []),
    ...(mayBeWebPublic ? (['webPublic'] as const) : []),
  ];
}

export interface CreateChannelProps {
  readonly organization: Organization;
  /** Whether the dialog opens over a list of channels: the list then stays open and links to the new channel. */
  readonly isListed?: boolean;
  /** The folder that is chosen at first. */
  readonly folderId?: number | undefined;
  readonly onClose: () => void;
}

export function CreateChannel({ organization, isListed = false, folderId, onClose }: CreateChannelProps) {
  const { go } = useActions();
  const { state, ownId, client } = organization;
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const offered = offeredKinds(state, ownId);
  const [kind, setKind] = useState<Kind>(offered[0] ?? 'public');
  const isOpen = kind === 'public' || kind === 'webPublic';
  const [added, setAdded] = useState<FirstSubscribers>({ isEveryone: false, ids: [] });
  const [announces, setAnnounces] = useState(true);
  const folders = (state.channel_folders ?? []).filter(({ is_archived: isArchived }) => !isArchived);
  const [folder, setFolder] = useState(() => folders.find(({ id }) => id === folderId)?.id);
  const sending = useSubmission();
  const isReady = name.trim() !== '';
  async function create() {
    const everyone = isOpen && added.isEveryone ? everyoneElse(state, ownId) : [];
    const { id } = await client.call('create-channel', {
      name,
      description,
      subscribers: [ownId, ...(everyone.length > 0 ? everyone : added.ids)],
      announce: announces && isOpen,
      ...(folder !== undefined && { folder_id: folder }),
      ...kinds[kind],
    });
    onClose();
    const enter = () => enterChannel(organization, id, go);
    if (isListed) showStatus(t('channels.created'), { label: t('composer.goThere'), onChoose: enter });
    else enter();
  }
  return (
    <Dialog
      title={t('channels.create')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <SubmitButton sending={sending} form="create-channel" isReady={isReady}>
            {t('channels.createButton')}
          </SubmitButton>
        </>
      }
    >
      <SubmitForm id="create-channel" sending={sending} isReady={isReady} onSend={create}>
        <NameAndDescription
          name={name}
          description={description}
          nameLength={60}
          autofocus
          onName={(text) => {
            setName(text);
            sending.clearOutcome();
          }}
          onDescription={setDescription}
        />
        {folders.length > 0 && (
          <label class="field">
            <span>{t('channelSettings.folder')}</span>
            <select
              class="input"
              value={String(folder ?? '')}
              onChange={(event) => setFolder(Number(event.currentTarget.value) || undefined)}
            >
              <option value="">{t('channelSettings.noFolder')}</option>
              {folders.map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <fieldset class="choice">
          <legend>{t('channels.privacy')}</legend>
          {offered.map((privacy) => (
            <label key={privacy} class="check">
              <input
                type="radio"
                name="privacy"
                checked={privacy === kind}
                onChange={() => setKind(privacy)}
              />
              {t(`channels.${privacy}`)}
            </label>
          ))}
        </fieldset>
        <SubscriberFields chosen={added} isForEveryone={isOpen} onChange={setAdded} />
        {isOpen && <AnnouncementField isOn={announces} onChange={setAnnounces} />}
      </SubmitForm>
    </Dialog>
  );
}

function OverView({
  folderId,
  onClose,
}: {
  readonly folderId: number | undefined;
  readonly onClose: () => void;
}) {
  return <CreateChannel organization={useOrganization()} folderId={folderId} onClose={onClose} />;
}

/** Opens the dialog over the view, in a folder if one is given. */
export function showCreateChannel(folderId?: number): void {
  showDialog((close) => <OverView folderId={folderId} onClose={close} />);
}
