// German texts for the dialog that asks for a recent proof of identity.

import type { TranslationOf } from '../catalogue.ts';
import type { proof as english } from '../en/proof.ts';

export const proof: TranslationOf<typeof english> = {
  'proof.title': 'Bestätigen Sie, dass Sie es sind',
  'proof.text':
    'Diese Änderung betrifft den Zugang zu Ihrem Konto oder Ihrer Organisation. Sie werden zehn Minuten lang nicht erneut gefragt.',
  'proof.confirm': 'Bestätigen',
  'proof.code': 'Code aus Ihrer Authenticator-App oder ein Wiederherstellungscode',
  'proof.orCode': 'Oder ein Code aus Ihrer Authenticator-App oder ein Wiederherstellungscode',
  'proof.provider': 'Weiter mit {name}',
  'proof.providerText':
    'Oder melden Sie sich erneut bei Ihrem Identitätsanbieter an. Sie kommen auf diese Seite zurück; versuchen Sie es dann noch einmal.',
  'proof.onlyProviderText':
    'Melden Sie sich erneut bei Ihrem Identitätsanbieter an. Sie kommen auf diese Seite zurück; versuchen Sie es dann noch einmal.',
  'proof.none':
    'Sie haben hier kein Passwort, keinen zweiten Faktor und keinen Identitätsanbieter. Melden Sie sich ab und wieder an, und versuchen Sie es noch einmal.',
};
