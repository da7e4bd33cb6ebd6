// Display names of accounts, channels, topics and conversations.

import type { State } from '../../client/state/state.ts';
import { t } from '../i18n/texts.ts';
import { channelIn, personIn } from './directory.ts';
import { isResolved, unresolvedName } from './message.ts';
import type { NarrowTarget } from './narrow-targets.ts';

export function personName(state: State, id: number): string {
  return personIn(state, id)?.full_name ?? t('messageList.unknownPerson');
}

export function channelName(state: State, id: number): string {
  return channelIn(state, id)?.name ?? t('messageList.unknownChannel');
}

/** Includes the resolved mark. */
export function topicName(topic: string): string {
  const name = unresolvedName(topic) || t('messageList.generalChat');
  return isResolved(topic) ? `✔ ${name}` : name;
}

/** The names of everyone except the viewer; the notes label if there is no one else. */
export function peopleNames(state: State, ids: readonly number[]): string {
  if (ids.length === 1 && ids[0] === state.user_id) return t('messageList.notes');
  return ids.map((id) => personName(state, id)).join(', ');
}

/** The names of everyone except the viewer where there is little space: of several people the first word of each. */
export function shortPeopleNames(state: State, ids: readonly number[]): string {
  if (ids.length < 2) return peopleNames(state, ids);
  return ids.map((id) => personName(state, id).split(/\s/, 1)[0]).join(', ');
}

/** The title of a view. `searched` is the title of a search. */
export function targetName(view: NarrowTarget, state: State, searched: string): string {
  switch (view.kind) {
    case 'topic':
      return topicName(view.topic);
    case 'channel':
      return channelName(state, view.channelId);
    case 'direct':
      return peopleNames(state, view.ids);
    case 'mentions':
      return t('frame.mentions');
    case 'starred':
      return t('frame.starred');
    case 'allDirect':
      return t('frame.direct');
    case 'combined':
      return t('frame.combined');
    default:
      return searched;
  }
}
