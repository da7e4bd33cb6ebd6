// Bestätigen, dass man es ist.

import type { TranslationOf } from '../catalogue.ts';
import type { proof as english } from '../en/proof.ts';

export const proof: TranslationOf<typeof english> = {
  'proof.title': 'Bestätigen Sie, dass Sie es sind',
  'proof.text':
    'Damit ändert sich, wer Ihr Konto oder Ihre Organisation nutzen kann. Zehn Minuten lang werden Sie nicht noch einmal gefragt.',
  'proof.confirm': 'Bestätigen',
  'proof.code': 'Ein Code Ihrer Authenticator-App oder ein Wiederherstellungscode',
  'proof.orCode': 'Oder ein Code Ihrer Authenticator-App oder ein Wiederherstellungscode',
  'proof.provider': 'Weiter mit {name}',
  'proof.providerText':
    'Oder melden Sie sich noch einmal dort an, wo Sie sich sonst anmelden. Sie kommen auf diese Seite zurück; versuchen Sie es dann noch einmal.',
  'proof.onlyProviderText':
    'Sie melden sich noch einmal dort an, wo Sie es sonst tun, und kommen auf diese Seite zurück. Versuchen Sie es dann noch einmal.',
  'proof.none':
    'Sie haben hier kein Passwort, keinen zweiten Faktor und keinen Anbieter. Melden Sie sich ab und wieder an, und versuchen Sie es noch einmal.',
};
