// Makes a group, changes what it is called and what it is for, and asks before one is deactivated.

import { useState } from 'preact/hooks';
import type { UserGroup } from '../../client/state/state.ts';
import { attempt, reasonOf } from '../link/attempt.ts';
import type { Organization } from '../link/organization.ts';
import { Reason } from '../link/reason.tsx';
import { useOrganization } from '../link/use-organization.ts';
import { addressOfGroup, groupName } from '../messages/groups.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { NameAndDescription } from '../parts/name-and-description.tsx';
import { t } from '../words/words.ts';

export interface GroupDialogProps {
  readonly organization: Organization;
  /** Undefined for a new one. */
  readonly group?: UserGroup;
  readonly onClose: () => void;
}

async function saved(
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
  const [problem, setProblem] = useState('');
  const title = group ? t('groups.edit') : t('groups.create');
  async function save() {
    try {
      await saved(organization, group, { name: name.trim(), description: description.trim() });
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
    }
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button kind="primary" type="submit" form="group" disabled={name.trim() === ''}>
            {group ? t('parts.save') : t('channels.createButton')}
          </Button>
        </>
      }
    >
      <form
        id="group"
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <NameAndDescription
          name={name}
          description={description}
          nameLength={100}
          problem={problem && <Reason text={problem} />}
          onName={(written) => {
            setName(written);
            setProblem('');
          }}
          onDescription={setDescription}
        />
      </form>
    </Dialog>
  );
}

export interface DeactivateGroupProps {
  readonly group: UserGroup;
  readonly onClose: () => void;
}

export function DeactivateGroup({ group, onClose }: DeactivateGroupProps) {
  const { client } = useOrganization();
  const deactivate = () =>
    attempt(client.call('deactivate-user-group', { user_group_id: group.id })).then(onClose);
  return (
    <Dialog
      title={t('groups.deactivateTitle', { name: groupName(group) })}
      size="small"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button kind="danger" onClick={() => void deactivate()}>
            {t('groups.deactivateButton')}
          </Button>
        </>
      }
    >
      <p>{t('groups.deactivateText')}</p>
    </Dialog>
  );
}
