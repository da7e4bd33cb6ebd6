// German texts for default channel groups, which people can choose when they join.

import type { TranslationOf } from '../catalogue.ts';
import type { channelGroups as english } from '../en/channel-groups.ts';

export const channelGroups: TranslationOf<typeof english> = {
  'channelGroups.title': 'Kanalgruppen',
  'channelGroups.text':
    'Neue Personen können diese Gruppen beim Beitreten wählen und abonnieren dann alle Kanäle darin.',
  'channelGroups.none': 'Noch keine Kanalgruppen.',
  'channelGroups.add': 'Kanalgruppe hinzufügen',
  'channelGroups.edit': '{name} bearbeiten',
  'channelGroups.editTitle': 'Kanalgruppe bearbeiten',
  'channelGroups.delete': '{name} löschen',
  'channelGroups.deleteTitle': '{name} löschen?',
  'channelGroups.deleteText':
    'Neue Personen können sie nicht mehr wählen. Ihre Kanäle und deren Abonnements ändern sich nicht.',
  'channelGroups.deleteButton': 'Löschen',
  'channelGroups.name': 'Name',
  'channelGroups.description': 'Beschreibung',
  'channelGroups.channels': 'Kanäle',
  'channelGroups.addChannel': 'Kanal hinzufügen',
  'channelGroups.rule': 'Nur öffentliche Kanäle, die noch keine Standardkanäle sind.',
  'channelGroups.leaveOut': '{name} entfernen',
  'channelGroups.empty': 'Noch keine Kanäle',
};
