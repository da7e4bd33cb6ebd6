// The names of views, for titles.

import type { State } from '../../client/state/state.ts';
import { channelIdOfSection } from '../channels/channel-permissions.ts';
import { t } from '../i18n/texts.ts';
import type { View } from '../lib/address.ts';
import { channelName, personName, targetName } from '../store/names.ts';
import { narrowTargetOf } from '../store/narrow-targets.ts';

/** The name of a view, except of a search; undefined is an address that names none. */
export function viewName(view: View | undefined, state: State): string {
  switch (view?.kind) {
    case 'inbox':
      return t('frame.inbox');
    case 'recent':
      return t('frame.recent');
    case 'direct':
      return t('frame.direct');
    case 'drafts':
      return t('frame.drafts');
    case 'scheduled':
      return t('frame.scheduled');
    case 'reminders':
      return t('frame.reminders');
    case 'narrow':
      return targetName(narrowTargetOf(view.terms, state.user_id ?? 0), state, t('frame.search'));
    case 'settings':
      return t('frame.settings');
    case 'organization':
      return t('frame.organization');
    case 'topics':
      return t('channels.topicsOf', { name: channelName(state, view.channelId) });
    case 'person':
      return personName(state, view.id);
    case 'groups':
      return t('groups.title');
    case 'channels': {
      const id = channelIdOfSection(view.section);
      return id === undefined ? t('frame.channels') : channelName(state, id);
    }
    case undefined:
      return t('frame.notFound');
  }
}
