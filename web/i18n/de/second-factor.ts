// Zwei-Faktor-Anmeldung.

import type { TranslationOf } from '../catalogue.ts';
import type { secondFactor as english } from '../en/second-factor.ts';

export const secondFactor: TranslationOf<typeof english> = {
  'factor.title': 'Zwei-Faktor-Anmeldung',
  'factor.off':
    'Außer nach dem Passwort kann bei der Anmeldung nach einem zweiten Faktor gefragt werden, den ein Dieb des Passworts nicht hat: nach einem Code, den ein Authenticator auf Ihrem Telefon anzeigt, oder nach einem Passkey dieses Geräts, eines Telefons oder eines Sicherheitsschlüssels.',
  'factor.on': 'Wenn Sie sich mit dem Passwort anmelden, wird nach einem Code Ihres Authenticators gefragt.',
  'factor.onPasskey': 'Wenn Sie sich mit dem Passwort anmelden, wird nach einem Passkey gefragt.',
  'factor.onBoth':
    'Wenn Sie sich mit dem Passwort anmelden, wird nach einem Code Ihres Authenticators oder einem Passkey gefragt.',
  'factor.required': 'Ihre Organisation verlangt das.',
  'factor.codesLeft': {
    one: '{count} Ersatzcode ist übrig.',
    other: '{count} Ersatzcodes sind übrig.',
  },
  'factor.begin': 'Mit einem Authenticator einschalten',
  'factor.add': 'Authenticator hinzufügen',
  'factor.other': 'Anderen Authenticator nehmen',
  'factor.endAuthenticator': 'Authenticator entfernen',
  'factor.newCodes': 'Neue Ersatzcodes',
  'factor.end': 'Ausschalten',
  'factor.begun': 'Die Zwei-Faktor-Anmeldung ist an.',
  'factor.ended': 'Die Zwei-Faktor-Anmeldung ist aus.',
  'factor.proof': 'Zeigen Sie, dass Sie es sind.',
  'factor.proofWithCode':
    'Zeigen Sie, dass Sie es sind: mit dem Passwort und einem Code des jetzigen Authenticators oder einem Ersatzcode.',
  'factor.proofWithPasskey':
    'Zeigen Sie, dass Sie es sind: mit dem Passwort und einem Ihrer Passkeys, einem Code eines Authenticators oder einem Ersatzcode.',
  'factor.code': 'Code',
  'factor.continue': 'Weiter',
  'factor.setup':
    'Lassen Sie einen Authenticator auf Ihrem Telefon dieses Bild lesen oder geben Sie dort den Schlüssel ein. Tragen Sie dann die sechs Ziffern ein, die er anzeigt.',
  'factor.picture': 'QR-Code für den Authenticator',
  'factor.secret': 'Schlüssel für den Authenticator',
  'factor.openHere': 'In einem Authenticator auf diesem Gerät öffnen',
  'factor.confirm': 'Bestätigen',
  'factor.codes': 'Ersatzcodes',
  'factor.codesText':
    'Bewahren Sie diese Codes auf Papier oder in einem Passwortspeicher auf. Jeder lässt Sie einmal ohne Telefon oder Passkey hinein. Sie werden nicht noch einmal angezeigt.',
  'factor.download': 'Herunterladen',
  'factor.kept': 'Ich habe sie aufbewahrt',
  'factor.passkeys': 'Passkeys',
  'factor.addPasskey': 'Passkey hinzufügen',
  'factor.usePasskey': 'Passkey verwenden',
  'factor.passkeyName': 'Name des Passkeys',
  'factor.passkeyNameText':
    'Geben Sie dem Passkey einen Namen, an dem Sie ihn erkennen, etwa den dieses Geräts. Danach fragt der Browser, wo er aufbewahrt werden soll.',
  'factor.makePasskey': 'Passkey anlegen',
  'factor.passkeyNew': 'noch nicht benutzt',
  'factor.passkeyUsed': 'benutzt {date}',
  'factor.passkeyElsewhere': 'gilt nur bei {host}',
  'factor.rename': 'Umbenennen',
  'factor.renameNamed': '{name} umbenennen',
  'factor.remove': 'Entfernen',
  'factor.removeNamed': '{name} entfernen',
  'factor.noPasskeysHere':
    'Unter dieser Adresse gibt es keine Passkeys: Sie brauchen einen Namen statt einer Nummer und Verschlüsselung (https).',
  'factor.noPasskeysInBrowser': 'Dieser Browser kennt keine Passkeys.',
  'factor.noPasskey': 'Es kam kein Passkey. Versuchen Sie es noch einmal.',
  'factor.passkeyThere': 'Dort gibt es schon einen Passkey von Ihnen.',
};
