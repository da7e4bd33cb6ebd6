// Dialogs that create, edit and deactivate a group.

import { useState } from 'preact/hooks';
import type { UserGroup } from '../../client/state/state.ts';
import { Button } from '../components/button.tsx';
import { confirmAction } from '../components/confirm.tsx';
import { Dialog } from '../components/dialog.tsx';
import { NameAndDescription } from '../components/name-and-description.tsx';
import { attempt } from '../data/attempt.ts';
import type { Organization } from '../data/organization.ts';
import { SubmitButton, SubmitForm, useSubmission } from '../forms/send-form.tsx';
import { t } from '../i18n/texts.ts';
import { addressOfGroup, groupName } from '../store/groups.ts';

export interface GroupDialogProps {
  readonly organization: Organization;
  /** Undefined for a new group. */
  readonly group?: UserGroup;
  readonly onClose: () => void;
}

async function saveGroup(
  { client, ownId }: Organization,
  group: UserGroup | undefined,
  text: { readonly name: string; readonly description: string },
): Promise<void> {
  if (group) {
    await client.call('update-user-group', { user_group_id: group.id, ...text });
    return;
  }
  const { group_id: id } = await client.call('create-user-group', { ...text, members: [ownId] });
  location.hash = addressOfGroup({ id, name: text.name });
}

export function GroupDialog({ organization, group, onClose }: GroupDialogProps) {
  const [name, setName] = useState(group?.name ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const sending = useSubmission();
  const isReady = name.trim() !== '';
  const title = group ? t('groupScreens.edit') : t('groupScreens.create');
  async function save() {
    await saveGroup(organization, group, { name: name.trim(), description: description.trim() });
    onClose();
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <SubmitButton sending={sending} form="group" isReady={isReady}>
            {group ? t('common.save') : t('channels.createButton')}
          </SubmitButton>
        </>
      }
    >
      <SubmitForm id="group" sending={sending} isReady={isReady} onSend={save}>
        <NameAndDescription
          name={name}
          description={description}
          nameLength={100}
          onName={(text) => {
            setName(text);
            sending.clearOutcome();
          }}
          onDescription={setDescription}
        />
      </SubmitForm>
    </Dialog>
  );
}

/** Deactivates a group after confirmation. */
export function confirmDeactivateGroup({ client }: Organization, group: UserGroup): void {
  confirmAction({
    title: t('groupScreens.deactivateTitle', { name: groupName(group) }),
    text: t('groupScreens.deactivateText'),
    action: t('groupScreens.deactivateButton'),
    onYes: () => void attempt(client.call('deactivate-user-group', { user_group_id: group.id })),
  });
}
