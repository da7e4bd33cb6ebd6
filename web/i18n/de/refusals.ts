// Warum etwas abgelehnt wurde, wo der Code der Ablehnung genug sagt.

import type { TranslationOf } from '../catalogue.ts';
import type { refusals as english } from '../en/refusals.ts';

export const refusals: TranslationOf<typeof english> = {
  'refusal.badImage': 'Diese Datei ist kein lesbares Bild.',
  'refusal.channelExists': 'Einen Kanal dieses Namens gibt es schon.',
  'refusal.changedMeanwhile':
    'Jemand anders hat es inzwischen geändert. Sehen Sie es vor dem Speichern noch einmal an.',
  'refusal.gone': 'Jemand anders hat es inzwischen entfernt.',
  'refusal.fault': 'Der Server hat einen Fehler. Wer ihn betreibt, findet ihn im Protokoll.',
  'refusal.notConfirmed': 'Es wurde nichts geändert: Sie haben nicht bestätigt, dass Sie es sind.',
  'refusal.tooOften': 'Das war zu oft in kurzer Zeit. Versuchen Sie es gleich noch einmal.',
  'refusal.tooLarge': 'Das ist größer, als der Server annimmt.',
  'refusal.tryAgain':
    'Der Server kann es gerade nicht tun. Nichts wurde geändert; versuchen Sie es noch einmal.',
};
