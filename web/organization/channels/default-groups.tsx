// Groups of channels that people can choose when they join: created, edited and removed.

import { useState } from 'preact/hooks';
import type { Section } from '../../../client/state/state.ts';
import { Button, IconButton } from '../../components/button.tsx';
import { confirmAction } from '../../components/confirm.tsx';
import { Icon } from '../../components/icon.tsx';
import { ListHead } from '../../components/list-head.tsx';
import { showDialog } from '../../components/overlays.tsx';
import { attempt } from '../../data/attempt.ts';
import { clientError } from '../../data/error-texts.ts';
import { ChannelField } from '../../forms/channel-field.tsx';
import { FormDialog } from '../../forms/form-dialog.tsx';
import { useOrganization, useOrganizationState } from '../../hooks/use-organization.ts';
import { useTrackedState } from '../../hooks/use-tracked-state.ts';
import { t } from '../../i18n/texts.ts';
import { channelName } from '../../store/names.ts';
import { type GroupDraft, groupChanges } from './group-changes.ts';

type Group = Section<'realm_default_stream_groups'>[number];

const empty: GroupDraft = { name: '', description: '', channelIds: [] };

function draftOf({ name, description, streams }: Group): GroupDraft {
  return { name, description, channelIds: streams };
}

interface ChannelsProps {
  readonly ids: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

function Channels({ ids, onChange }: ChannelsProps) {
  const state = useTrackedState();
  return (
    <fieldset class="choice">
      <legend>{t('channelGroups.channels')}</legend>
      {ids.length > 0 && (
        <ul class="chips">
          {ids.map((id) => (
            <li key={id} class="chip">
              <Icon name="channel" />
              <span dir="auto">{channelName(state, id)}</span>
              <IconButton
                name={t('channelGroups.leaveOut', { name: channelName(state, id) })}
                icon="close"
                onClick={() => onChange(ids.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      <ChannelField
        label={t('channelGroups.addChannel')}
        isOffered={({ stream_id: id, invite_only: isPrivate }) =>
          !isPrivate && !ids.includes(id) && !state.realm_default_streams?.includes(id)
        }
        onChoose={(id) => onChange([...ids, id])}
      />
      <small class="soft">{t('channelGroups.rule')}</small>
    </fieldset>
  );
}

interface GroupDialogProps {
  /** Undefined for a new group. */
  readonly id?: number;
  readonly onClose: () => void;
}

function GroupDialog({ id, onClose }: GroupDialogProps) {
  const organization = useOrganization();
  const currentGroup = () => organization.state.realm_default_stream_groups?.find((group) => group.id === id);
  // The state when the dialog was opened; others may change it meanwhile.
  const [before] = useState(() => {
    const group = currentGroup();
    return group ? draftOf(group) : empty;
  });
  const [group, setGroup] = useState(before);
  async function save() {
    const { client, state } = organization;
    const nameOf = (channelId: number) => channelName(state, channelId);
    if (id === undefined) {
      await client.call('create-default-stream-group', {
        group_name: group.name.trim(),
        description: group.description.trim(),
        stream_names: group.channelIds.map(nameOf),
      });
      return;
    }
    const latest = currentGroup();
    if (!latest) throw clientError('GONE');
    const { texts, added, removed } = groupChanges(before, group, latest.streams);
    if (texts) await client.call('update-default-stream-group', { group_id: id, ...texts });
    for (const [op, ids] of [
      ['add', added],
      ['remove', removed],
    ] as const) {
      if (ids.length === 0) continue;
      const stream_names = ids.map(nameOf);
      await client.call('update-default-stream-group-streams', { group_id: id, op, stream_names });
    }
  }
  return (
    <FormDialog
      title={id === undefined ? t('channelGroups.add') : t('channelGroups.editTitle')}
      isReady={group.name.trim() !== ''}
      onSave={save}
      onClose={onClose}
    >
      <label class="field">
        <span>{t('channelGroups.name')}</span>
        <input
          class="input"
          maxLength={60}
          value={group.name}
          onInput={(event) => setGroup({ ...group, name: event.currentTarget.value })}
        />
      </label>
      <label class="field">
        <span>{t('channelGroups.description')}</span>
        <input
          class="input"
          maxLength={1024}
          value={group.description}
          onInput={(event) => setGroup({ ...group, description: event.currentTarget.value })}
        />
      </label>
      <Channels ids={group.channelIds} onChange={(channelIds) => setGroup({ ...group, channelIds })} />
    </FormDialog>
  );
}

function Line({ group }: { readonly group: Group }) {
  const { client } = useOrganization();
  const state = useTrackedState();
  const { id, name, description, streams } = group;
  const channels = streams.map((stream) => channelName(state, stream)).join(', ');
  return (
    <li>
      <div>
        <b dir="auto">{name}</b>
        {description !== '' && <span dir="auto">{description}</span>}
        <small dir="auto">{channels === '' ? t('channelGroups.empty') : channels}</small>
      </div>
      <div class="line-tools">
        <IconButton
          name={t('channelGroups.edit', { name })}
          icon="edit"
          onClick={() => showDialog((close) => <GroupDialog id={id} onClose={close} />)}
        />
        <IconButton
          name={t('channelGroups.delete', { name })}
          icon="delete"
          onClick={() =>
            confirmAction({
              title: t('channelGroups.deleteTitle', { name }),
              text: t('channelGroups.deleteText'),
              action: t('channelGroups.deleteButton'),
              onYes: () => void attempt(client.call('delete-default-stream-group', { group_id: id })),
            })
          }
        />
      </div>
    </li>
  );
}

export function DefaultGroups() {
  const groups = useOrganizationState((state) => state.realm_default_stream_groups) ?? [];
  return (
    <section aria-label={t('channelGroups.title')}>
      <h3>{t('channelGroups.title')}</h3>
      <ListHead
        isEmpty={groups.length === 0}
        icon="channel"
        title={t('channelGroups.none')}
        text={t('channelGroups.text')}
      >
        <Button icon="add" onClick={() => showDialog((close) => <GroupDialog onClose={close} />)}>
          {t('channelGroups.add')}
        </Button>
      </ListHead>
      <ul class="organization-list">
        {groups.map((group) => (
          <Line key={group.id} group={group} />
        ))}
      </ul>
    </section>
  );
}
