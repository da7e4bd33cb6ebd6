// Optimistic changes of the viewer's message flags.

import { showStatus } from '../components/status-line.tsx';
import { t } from '../i18n/texts.ts';
import { flagEvent, ReadMarks } from '../store/read-marks.ts';
import { attempt } from './attempt.ts';
import { changeOptimistically } from './optimistic-changes.ts';
import type { Organization } from './organization.ts';

const marks = new WeakMap<Organization, ReadMarks>();

export function readMarksOf(organization: Organization): ReadMarks {
  const readMarks = marks.get(organization) ?? newReadMarks(organization);
  marks.set(organization, readMarks);
  return readMarks;
}

function newReadMarks(organization: Organization): ReadMarks {
  const { client, messages } = organization;
  const flag = 'read';
  return new ReadMarks({
    store: messages.store,
    show: (ids) => showFlag(organization, flag, 'add', ids),
    add: (ids) => client.call('update-message-flags', { messages: [...ids], op: 'add', flag }),
    remove: async (ids) =>
      (await attempt(client.call('update-message-flags', { messages: [...ids], op: 'remove', flag }))) !==
      undefined,
  });
}

/** Reports that messages were marked as read, with an undo. */
export function reportRead(
  organization: Organization,
  ids: readonly number[],
  onUndo = () => void readMarksOf(organization).unread(ids),
): void {
  if (ids.length === 0) return;
  showStatus(t('messageList.markedRead', { count: ids.length }), {
    label: t('common.undo'),
    onChoose: onUndo,
  });
}

/** Shows flags before the server confirms them; the event that follows sets the same. */
function showFlag(
  organization: Organization,
  flag: string,
  op: 'add' | 'remove',
  messages: readonly number[],
): void {
  organization.apply({ kind: 'event', event: flagEvent(flag, op, messages) });
}

/** Sets or clears a flag of a message and shows it at once. After an error the change is reverted and reported. */
export function changeFlag(
  organization: Organization,
  flag: string,
  isOn: boolean,
  id: number,
): Promise<void> {
  return changeOptimistically(organization, {
    name: `${flag} ${id}`,
    isOn,
    event: (isSet) => flagEvent(flag, isSet ? 'add' : 'remove', [id]),
    call: (isSet) =>
      organization.client.call('update-message-flags', {
        messages: [id],
        op: isSet ? 'add' : 'remove',
        flag,
      }),
  });
}
