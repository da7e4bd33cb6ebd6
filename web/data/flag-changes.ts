// Changes of one's own flags: shown at once, before the server has them.

import { say } from '../components/status-line.tsx';
import { t } from '../i18n/words.ts';
import { flagEvent, ReadMarks } from '../store/read-marks.ts';
import { changeAhead } from './ahead.ts';
import { attempt } from './attempt.ts';
import type { Organization } from './organization.ts';

const marks = new WeakMap<Organization, ReadMarks>();

export function readMarksOf(organization: Organization): ReadMarks {
  const present = marks.get(organization) ?? made(organization);
  marks.set(organization, present);
  return present;
}

function made(organization: Organization): ReadMarks {
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

/** Says what was read, and lets it be taken back. */
export function sayRead(organization: Organization, ids: readonly number[]): void {
  if (ids.length === 0) return;
  say(t('feed.markedRead', { count: ids.length }), {
    label: t('parts.undo'),
    onChoose: () => void readMarksOf(organization).unread(ids),
  });
}

/** Shows flags as they will be; the event that comes of it says the same once more. */
function showFlag(
  organization: Organization,
  flag: string,
  op: 'add' | 'remove',
  messages: readonly number[],
): void {
  organization.take({ kind: 'event', event: flagEvent(flag, op, messages) });
}

/** Gives a message a flag or takes it away, and shows that at once; where that is refused it is said, and shown as it was. */
export function changeFlag(
  organization: Organization,
  flag: string,
  isOn: boolean,
  id: number,
): Promise<void> {
  return changeAhead(organization, {
    name: `${flag} ${id}`,
    isOn,
    event: (is) => flagEvent(flag, is ? 'add' : 'remove', [id]),
    call: (is) =>
      organization.client.call('update-message-flags', { messages: [id], op: is ? 'add' : 'remove', flag }),
  });
}
