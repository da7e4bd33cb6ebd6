// Die Kanalgruppen, die beim Beitreten zur Wahl stehen.

import type { TranslationOf } from '../catalogue.ts';
import type { channelGroups as english } from '../en/channel-groups.ts';

export const channelGroups: TranslationOf<typeof english> = {
  'channelGroups.title': 'Kanalgruppen',
  'channelGroups.text': 'Wer beitritt, kann diese Gruppen wählen und kommt in alle Kanäle jeder gewählten.',
  'channelGroups.none': 'Noch gibt es keine Kanalgruppen.',
  'channelGroups.add': 'Kanalgruppe hinzufügen',
  'channelGroups.edit': '{name} bearbeiten',
  'channelGroups.editTitle': 'Kanalgruppe bearbeiten',
  'channelGroups.delete': '{name} löschen',
  'channelGroups.deleteTitle': '{name} löschen?',
  'channelGroups.deleteText':
    'Sie steht dann nicht mehr zur Wahl. Ihre Kanäle, und wer darin ist, bleiben, wie sie sind.',
  'channelGroups.deleteButton': 'Löschen',
  'channelGroups.name': 'Name',
  'channelGroups.description': 'Wofür sie da ist',
  'channelGroups.channels': 'Kanäle',
  'channelGroups.addChannel': 'Kanal hinzufügen',
  'channelGroups.rule': 'Nur öffentliche Kanäle, und keiner, der schon Standardkanal ist.',
  'channelGroups.leaveOut': '{name} weglassen',
  'channelGroups.empty': 'Noch keine Kanäle',
};
