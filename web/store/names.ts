// What people, channels, topics and conversations are called on the screen.

import type { State } from '../../client/state/state.ts';
import { t } from '../i18n/words.ts';
import { channelIn, personIn } from './directory.ts';
import { isResolved, unresolvedName } from './message.ts';
import type { Place } from './places.ts';

export function personName(state: State, id: number): string {
  return personIn(state, id)?.full_name ?? t('feed.unknownPerson');
}

export function channelName(state: State, id: number): string {
  return channelIn(state, id)?.name ?? t('feed.unknownChannel');
}

/** With its mark where it is resolved. */
export function topicName(topic: string): string {
  const name = unresolvedName(topic) || t('feed.generalChat');
  return isResolved(topic) ? `✔ ${name}` : name;
}

/** Everybody by name, oneself left out; notes to oneself where there is nobody else. */
export function peopleNames(state: State, ids: readonly number[]): string {
  if (ids.length === 1 && ids[0] === state.user_id) return t('feed.notes');
  return ids.map((id) => personName(state, id)).join(', ');
}

/** The name of a place, for titles; a search says what is searched. */
export function placeName(place: Place, state: State, searched: string): string {
  switch (place.kind) {
    case 'topic':
      return topicName(place.topic);
    case 'channel':
      return channelName(state, place.channelId);
    case 'direct':
      return peopleNames(state, place.ids);
    case 'mentions':
      return t('shell.mentions');
    case 'starred':
      return t('shell.starred');
    case 'allDirect':
      return t('shell.direct');
    case 'combined':
      return t('shell.combined');
    default:
      return searched;
  }
}
