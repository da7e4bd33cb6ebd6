// German texts for the lists of bots, channels and groups, and of the defaults for new accounts.

import type { TranslationOf } from '../catalogue.ts';
import type { administeredLists as english } from '../en/administered-lists.ts';

export const administeredLists: TranslationOf<typeof english> = {
  'bots.kind': 'Art',
  'bots.generic': 'Voller Zugriff',
  'bots.incoming': 'Eingehender Webhook',
  'bots.outgoing': 'Ausgehender Webhook',
  'bots.noOwner': 'Ohne Besitzer',
  'bots.filter': 'Bots filtern',
  'bots.none': 'Keine Bots gefunden.',
  'channelList.bringBack': '{name} wiederherstellen',
  'channelList.archive': '{name} archivieren',
  'channelList.forNew': 'Für neue Personen',
  'channelList.isDefault': 'Standard',
  'channelList.archived': 'Archiviert',
  'groupList.role': 'Rolle',
  'groupList.state': 'Status',
  'newcomers.channels': 'Standardkanäle',
  'newcomers.channelsText':
    'Neue Personen abonnieren diese Kanäle automatisch, sofern ihre Einladung nichts anderes vorsieht.',
  'newcomers.remove': '{name} aus den Standardkanälen entfernen',
  'newcomers.add': 'Standardkanal hinzufügen',
  'newcomers.presence': 'Zeigen, wann neue Personen aktiv sind',
  'newcomers.typingDirect': 'Zeigen, wenn neue Personen Direktnachrichten tippen',
  'newcomers.typingChannels': 'Zeigen, wenn neue Personen in Kanälen tippen',
  'newcomers.receiptsSent': 'Zeigen, was neue Personen gelesen haben',
  'newcomers.settingsText':
    'Voreinstellungen für neue Konten. Jede Person kann sie ändern; vorhandene Konten bleiben unverändert.',
};
