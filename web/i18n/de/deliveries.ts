// German texts for recent deliveries to the incoming webhooks of a bot.

import type { TranslationOf } from '../catalogue.ts';
import type { deliveries as english } from '../en/deliveries.ts';

export const deliveries: TranslationOf<typeof english> = {
  'deliveries.title': 'Letzte Zustellungen',
  'deliveries.text': 'Was Dienste an diese Adressen gesendet haben und was daraus wurde.',
  'deliveries.none': 'Noch nichts empfangen.',
  'deliveries.found': { one: '{count} Sendung', other: '{count} Sendungen' },
  'deliveries.again': 'Aktualisieren',
  'deliveries.all': 'Alle zeigen',
  'deliveries.sent': 'Veröffentlicht',
  'deliveries.filtered': 'Übersprungen: Ereignis für diese Adresse ausgeschaltet',
  'deliveries.ignored': 'Übersprungen: nichts zu melden',
  'deliveries.unsupported': 'Übersprungen: nicht unterstütztes Ereignis',
  'deliveries.refused': 'Abgelehnt',
  'deliveries.no_channel':
    'Nicht veröffentlicht: Der Kanal existiert nicht, oder der Bot darf dort nicht schreiben',
};
