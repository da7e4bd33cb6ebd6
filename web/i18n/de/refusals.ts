// German texts for errors whose code is enough to explain them.

import type { TranslationOf } from '../catalogue.ts';
import type { refusals as english } from '../en/refusals.ts';

export const refusals: TranslationOf<typeof english> = {
  'refusal.badImage': 'Diese Datei ist kein lesbares Bild.',
  'refusal.channelExists': 'Ein Kanal mit diesem Namen existiert bereits.',
  'refusal.changedMeanwhile': 'Jemand anders hat das geändert. Prüfen Sie es vor dem Speichern.',
  'refusal.gone': 'Jemand anders hat das entfernt.',
  'refusal.fault':
    'Auf dem Server ist ein Fehler aufgetreten. Bitten Sie die Administration, das Protokoll zu prüfen.',
  'refusal.notConfirmed': 'Nichts wurde geändert, weil Sie Ihre Identität nicht bestätigt haben.',
  'refusal.tooOften': 'Zu viele Versuche. Versuchen Sie es gleich noch einmal.',
  'refusal.tooLarge': 'Das ist zu groß für den Server.',
  'refusal.tryAgain':
    'Der Server kann das gerade nicht ausführen. Nichts wurde geändert. Versuchen Sie es noch einmal.',
};
