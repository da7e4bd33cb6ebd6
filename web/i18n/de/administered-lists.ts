// Die Listen der Bots, Kanäle und Gruppen, und womit neue Personen beginnen.

import type { TranslationOf } from '../catalogue.ts';
import type { administeredLists as english } from '../en/administered-lists.ts';

export const administeredLists: TranslationOf<typeof english> = {
  'bots.kind': 'Art',
  'bots.generic': 'Liest und schreibt',
  'bots.incoming': 'Eingehender Webhook',
  'bots.outgoing': 'Ausgehender Webhook',
  'bots.noOwner': 'Niemand',
  'bots.filter': 'Bots suchen',
  'bots.none': 'Kein Bot passt dazu.',
  'channelList.bringBack': '{name} zurückholen',
  'channelList.archive': '{name} archivieren',
  'channelList.forNew': 'Für neue Personen',
  'channelList.isDefault': 'Standard',
  'channelList.archived': 'Archiviert',
  'groupList.role': 'Rolle',
  'groupList.state': 'Zustand',
  'newcomers.channels': 'Standardkanäle',
  'newcomers.channelsText': 'Neue Personen kommen in diese Kanäle, wenn ihre Einladung nichts anderes sagt.',
  'newcomers.remove': '{name} aus den Standardkanälen nehmen',
  'newcomers.add': 'Standardkanal hinzufügen',
  'newcomers.presence': 'Andere sehen, wann neue Personen aktiv sind',
  'newcomers.typingDirect': 'Personen sehen, dass neue Personen ihnen schreiben',
  'newcomers.typingChannels': 'Kanäle sehen, dass neue Personen dort schreiben',
  'newcomers.receiptsSent': 'Andere sehen, was neue Personen gelesen haben',
  'newcomers.settingsText':
    'Neue Personen beginnen mit diesen Einstellungen und können sie ändern. Wer schon da ist, behält seine.',
};
