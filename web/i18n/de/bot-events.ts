// German texts for the event subscriptions of a bot.

import type { TranslationOf } from '../catalogue.ts';
import type { botEvents as english } from '../en/bot-events.ts';

export const botEvents: TranslationOf<typeof english> = {
  'botEvents.of': 'Ereignisse von {name}',
  'botEvents.text':
    'Parley sendet die Ereignisse, die dieser Bot sehen kann, der Reihe nach an diese Adressen und versucht es so lange, bis jedes zugestellt ist. Ihr Programm braucht keine offene Verbindung.',
  'botEvents.postedTo': 'Ereignisse gehen an',
  'botEvents.none': 'Noch keine Adressen.',
  'botEvents.on': 'Aktiv',
  'botEvents.failing': {
    one: '{count} Versuch fehlgeschlagen; weiterer Versuch folgt',
    other: '{count} Versuche fehlgeschlagen; weiterer Versuch folgt',
  },
  'botEvents.off_owner': 'Ausgeschaltet',
  'botEvents.off_failing': 'Ausgeschaltet: Zustellung zu lange fehlgeschlagen',
  'botEvents.off_behind': 'Ausgeschaltet: zu viele wartende Ereignisse',
  'botEvents.off_bot_deactivated': 'Ausgeschaltet: Bot deaktiviert',
  'botEvents.off_owner_changed': 'Ausgeschaltet: Bot hat einen neuen Besitzer',
  'botEvents.switchOn': 'Einschalten',
  'botEvents.switchOff': 'Ausschalten',
  'botEvents.remove': 'Entfernen',
  'botEvents.removeTitle': 'Nicht mehr an {address} senden?',
  'botEvents.removeText': 'Das Zustellprotokoll wird ebenfalls gelöscht.',
  'botEvents.add': 'Adresse hinzufügen',
  'botEvents.address': 'Adresse',
  'botEvents.types': 'Ereignisse',
  'botEvents.channel': 'Nur Nachrichten in einem Kanal',
  'botEvents.noChannel': 'Nachrichten in allen Kanälen',
  'botEvents.secret': 'Signaturgeheimnis',
  'botEvents.secretOnce':
    'Kopieren Sie es jetzt; es wird nur einmal gezeigt. Zustellungen werden wie auf standardwebhooks.com beschrieben signiert.',
  'botEvents.log': 'Letzte Zustellungen',
  'botEvents.logNone': 'Noch nichts gesendet.',
  'botEvents.logFound': { one: '{count} Versuch', other: '{count} Versuche' },
  'botEvents.delivered': 'Zugestellt',
  'botEvents.failed': 'Fehlgeschlagen',
  'botEvents.given_up': 'Aufgegeben',
  'botEvents.attempt': '{number}. Versuch',
};
