// What the ids in an entry of the audit log are called now. Of what is gone the log may know the name itself.

import type { State } from '../../../client/state/state.ts';
import { listed } from '../../i18n/dates.ts';
import { t } from '../../i18n/words.ts';
import { channelIn } from '../../store/directory.ts';
import { particular } from '../../store/group-settings.ts';
import { groupIn, groupName } from '../../store/groups.ts';
import { personName } from '../../store/names.ts';
import type { GroupSetting } from '../../store/permissions.ts';

export function nameOfGroup(state: State, id: number, otherwise = t('auditDetail.unknownGroup')): string {
  const group = groupIn(state, id);
  return group ? groupName(group) : otherwise;
}

/** With its mark. */
export function nameOfChannel(state: State, id: number, otherwise?: string): string {
  const name = channelIn(state, id)?.name ?? otherwise;
  return name === undefined ? t('feed.unknownChannel') : `#${name}`;
}

function nameOfFolder(state: State, id: number): string {
  return state.channel_folders?.find((one) => one.id === id)?.name ?? t('auditDetail.unknownFolder');
}

/** Who may do something. */
function nameOfPermission(state: State, value: unknown): string {
  const { direct_members: people, direct_subgroups: groups } = particular(value as GroupSetting);
  return listed([
    ...groups.map((id) => nameOfGroup(state, id)),
    ...people.map((id) => personName(state, id)),
  ]);
}

/** What a value is called by the end of its name, where that tells that it is an id or several; -1 is none. */
export const namesByEnd: Readonly<Record<string, (state: State, value: unknown) => string>> = {
  _user_id: (state, id) => personName(state, Number(id)),
  _stream_id: (state, id) => (Number(id) < 0 ? '–' : nameOfChannel(state, Number(id))),
  _folder_id: (state, id) => nameOfFolder(state, Number(id)),
  _permission: nameOfPermission,
};

/** The lists of ids, and how each id is called. */
const lists: Readonly<Record<string, (state: State, id: number) => string>> = {
  user_ids: personName,
  group_ids: nameOfGroup,
  stream_ids: nameOfChannel,
};

/** A list as it stands in an entry; of one that was too long, how many more there were. */
export function listOf(
  state: State,
  details: Readonly<Record<string, unknown>>,
  name: string,
  nameOf: (value: string) => string = String,
): string {
  const { [name]: values, [`${name}_count`]: all } = details;
  if (!Array.isArray(values)) return '';
  const called = lists[name];
  const names = values.map((value) => (called ? called(state, Number(value)) : nameOf(String(value))));
  const more = typeof all === 'number' ? [t('audit.others', { count: all - names.length })] : [];
  return listed([...names, ...more]);
}
