// Wohin die Ereignisse eines Bots gesendet werden.

import type { TranslationOf } from '../catalogue.ts';
import type { botEvents as english } from '../en/bot-events.ts';

export const botEvents: TranslationOf<typeof english> = {
  'botEvents.of': 'Ereignisse von {name}',
  'botEvents.text':
    'Was der Bot sehen darf, wird an diese Adressen gesendet, ein Ereignis nach dem anderen, bis jedes angekommen ist. Ein Programm braucht dann keine offene Verbindung.',
  'botEvents.postedTo': 'Seine Ereignisse werden gesendet an',
  'botEvents.none': 'Seine Ereignisse werden nirgendwohin gesendet.',
  'botEvents.on': 'Ereignisse werden gesendet',
  'botEvents.failing': {
    one: '{count} Versuch schlug fehl; der nächste folgt später',
    other: '{count} Versuche schlugen fehl; der nächste folgt später',
  },
  'botEvents.off_owner': 'Ausgeschaltet',
  'botEvents.off_failing': 'Ausgeschaltet: Die Adresse nahm zu lange nichts an',
  'botEvents.off_behind': 'Ausgeschaltet: Zu viele Ereignisse warteten',
  'botEvents.off_bot_deactivated': 'Ausgeschaltet: Der Bot wurde deaktiviert',
  'botEvents.off_owner_changed': 'Ausgeschaltet: Der Bot bekam einen anderen Besitzer',
  'botEvents.switchOn': 'Einschalten',
  'botEvents.switchOff': 'Ausschalten',
  'botEvents.remove': 'Entfernen',
  'botEvents.removeTitle': 'Nicht mehr an {address} senden?',
  'botEvents.removeText': 'Damit verschwindet auch, was über die Sendungen festgehalten ist.',
  'botEvents.add': 'Adresse hinzufügen',
  'botEvents.address': 'Adresse',
  'botEvents.types': 'Ereignisse',
  'botEvents.channel': 'Nur Nachrichten eines Kanals',
  'botEvents.noChannel': 'Nachrichten aller Kanäle',
  'botEvents.secret': 'Geheimnis, an dem Ihr Programm erkennt, dass etwas von hier kommt',
  'botEvents.secretOnce':
    'Es wird nur dieses eine Mal gezeigt. Unterschrieben wird, wie es bei standardwebhooks.com steht.',
  'botEvents.log': 'Was zuletzt gesendet wurde',
  'botEvents.logNone': 'Noch wurde nichts gesendet.',
  'botEvents.logFound': { one: '{count} Versuch', other: '{count} Versuche' },
  'botEvents.delivered': 'Angekommen',
  'botEvents.failed': 'Nicht angekommen',
  'botEvents.given_up': 'Aufgegeben',
  'botEvents.attempt': '{number}. Versuch',
};
