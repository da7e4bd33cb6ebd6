// Was andere Dienste an die Adressen eines Bots gesendet haben.

import type { TranslationOf } from '../catalogue.ts';
import type { deliveries as english } from '../en/deliveries.ts';

export const deliveries: TranslationOf<typeof english> = {
  'deliveries.title': 'Was zuletzt ankam',
  'deliveries.text': 'Ob Dienste diese Adressen erreichen, und was aus ihren Sendungen wurde.',
  'deliveries.none': 'Noch ist nichts angekommen.',
  'deliveries.found': { one: '{count} Sendung', other: '{count} Sendungen' },
  'deliveries.again': 'Neu nachsehen',
  'deliveries.all': 'Alles Aufbewahrte zeigen',
  'deliveries.sent': 'Wurde eine Nachricht',
  'deliveries.filtered': 'Ausgelassen: Die Adresse verlangt dieses Ereignis nicht',
  'deliveries.ignored': 'Ausgelassen: Es gibt nichts zu berichten',
  'deliveries.unsupported': 'Ausgelassen: Für dieses Ereignis gibt es keine Worte',
  'deliveries.refused': 'Abgelehnt',
  'deliveries.no_channel': 'Nicht gesendet: Den Kanal gibt es nicht, oder der Bot darf dort nicht schreiben',
};
