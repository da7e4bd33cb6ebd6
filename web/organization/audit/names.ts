// Current names for the ids in audit log entries. For deleted things the entry itself may contain a name.

import type { State } from '../../../client/state/state.ts';
import { joinNames } from '../../i18n/dates.ts';
import { t } from '../../i18n/texts.ts';
import { channelIn } from '../../store/directory.ts';
import { explicitSetting } from '../../store/group-settings.ts';
import { groupIn, groupName } from '../../store/groups.ts';
import { personName } from '../../store/names.ts';
import type { GroupSetting } from '../../store/permissions.ts';

export function nameOfGroup(state: State, id: number, otherwise = t('auditDetail.unknownGroup')): string {
  const group = groupIn(state, id);
  return group ? groupName(group) : otherwise;
}

/** Includes the `#`. */
export function nameOfChannel(state: State, id: number, otherwise?: string): string {
  const name = channelIn(state, id)?.name ?? otherwise;
  return name === undefined ? t('messageList.unknownChannel') : `#${name}`;
}

function nameOfFolder(state: State, id: number): string {
  return state.channel_folders?.find((folder) => folder.id === id)?.name ?? t('auditDetail.unknownFolder');
}

function nameOfPermission(state: State, value: unknown): string {
  const { direct_members: people, direct_subgroups: groups } = explicitSetting(value as GroupSetting);
  return joinNames([
    ...groups.map((id) => nameOfGroup(state, id)),
    ...people.map((id) => personName(state, id)),
  ]);
}

/** Formats a detail by the suffix of its key, which says what its ids identify; -1 means none. */
export const namesBySuffix: Readonly<Record<string, (state: State, value: unknown) => string>> = {
  _user_id: (state, id) => personName(state, Number(id)),
  _stream_id: (state, id) => (Number(id) < 0 ? '–' : nameOfChannel(state, Number(id))),
  _folder_id: (state, id) => nameOfFolder(state, Number(id)),
  _permission: nameOfPermission,
};

/** Details that are lists of ids, with the name of each id. */
const lists: Readonly<Record<string, (state: State, id: number) => string>> = {
  user_ids: personName,
  group_ids: nameOfGroup,
  stream_ids: nameOfChannel,
};

/** The names of a list in an entry; of a list that was cut, also how many more there were. */
export function listText(
  state: State,
  details: Readonly<Record<string, unknown>>,
  name: string,
  nameOf: (value: string) => string = String,
): string {
  const { [name]: values, [`${name}_count`]: all } = details;
  if (!Array.isArray(values)) return '';
  const nameFor = lists[name];
  const names = values.map((value) => (nameFor ? nameFor(state, Number(value)) : nameOf(String(value))));
  const more = typeof all === 'number' ? [t('audit.others', { count: all - names.length })] : [];
  return joinNames([...names, ...more]);
}
