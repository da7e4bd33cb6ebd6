// German texts for the help dialogs: formatting, search and information about Parley.

import type { TranslationOf } from '../catalogue.ts';
import type { help as english } from '../en/help.ts';

export const help: TranslationOf<typeof english> = {
  'help.formatting': 'Nachrichten formatieren',
  'help.what': 'Format',
  'help.youType': 'Sie schreiben',
  'help.youGet': 'Das wird daraus',
  'help.codeBlock': 'Codeblock',
  'help.heading': 'Überschrift',
  'help.table': 'Tabelle',
  'help.time': 'Zeit, angezeigt in der Zeitzone der Lesenden',
  'help.mention': 'Erwähnt eine Person oder Gruppe. Wählen Sie beim Tippen aus der Liste.',
  'help.channel': 'Verlinkt einen Kanal',
  'help.topic': 'Verlinkt ein Thema',
  'help.operators': 'Suchoperatoren',
  'help.operatorsText': 'Kombinieren Sie Wörter und Operatoren, zum Beispiel „release sender:me has:link“.',
  'help.finds': 'Findet Nachrichten',
  'help.negated': 'Ein Minuszeichen schließt Nachrichten aus.',
  'help.quoted': 'Anführungszeichen finden den genauen Wortlaut.',
  'help.about': 'Über Parley',
  'help.version': 'Version',
  'help.level': 'Funktionsstand der API',
};
