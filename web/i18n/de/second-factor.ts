// German texts for two-factor authentication.

import type { TranslationOf } from '../catalogue.ts';
import type { secondFactor as english } from '../en/second-factor.ts';

export const secondFactor: TranslationOf<typeof english> = {
  'factor.title': 'Zwei-Faktor-Authentifizierung',
  'factor.off':
    'Schützen Sie Ihr Konto mit einem zweiten Faktor, den ein Angreifer mit Ihrem Passwort nicht hat: mit einem Code aus einer Authenticator-App auf Ihrem Telefon oder mit einem Passkey auf diesem Gerät, einem Telefon oder einem Sicherheitsschlüssel.',
  'factor.on':
    'Bei der Anmeldung mit Passwort geben Sie zusätzlich einen Code aus Ihrer Authenticator-App ein.',
  'factor.onPasskey': 'Bei der Anmeldung mit Passwort verwenden Sie zusätzlich einen Passkey.',
  'factor.onBoth':
    'Bei der Anmeldung mit Passwort geben Sie zusätzlich einen Code aus Ihrer Authenticator-App ein oder verwenden einen Passkey.',
  'factor.required': 'Ihre Organisation verlangt das.',
  'factor.codesLeft': {
    one: '{count} Ersatzcode ist übrig.',
    other: '{count} Ersatzcodes sind übrig.',
  },
  'factor.begin': 'Authenticator-App einrichten',
  'factor.add': 'Authenticator-App hinzufügen',
  'factor.other': 'Andere Authenticator-App verwenden',
  'factor.endAuthenticator': 'Authenticator-App entfernen',
  'factor.newCodes': 'Neue Ersatzcodes',
  'factor.end': 'Ausschalten',
  'factor.begun': 'Die Zwei-Faktor-Authentifizierung ist eingeschaltet.',
  'factor.ended': 'Die Zwei-Faktor-Authentifizierung ist ausgeschaltet.',
  'factor.proof': 'Bestätigen Sie, dass Sie es sind.',
  'factor.proofWithCode':
    'Bestätigen Sie Ihre Identität mit Ihrem Passwort und einem Code aus Ihrer jetzigen Authenticator-App oder einem Wiederherstellungscode.',
  'factor.proofWithPasskey':
    'Bestätigen Sie Ihre Identität mit Ihrem Passwort und einem Passkey, einem Code aus einer Authenticator-App oder einem Wiederherstellungscode.',
  'factor.code': 'Code',
  'factor.continue': 'Weiter',
  'factor.setup':
    'Scannen Sie diesen QR-Code mit einer Authenticator-App auf Ihrem Telefon oder geben Sie dort den Schlüssel ein. Tragen Sie dann den sechsstelligen Code ein, den sie anzeigt.',
  'factor.picture': 'QR-Code für die Authenticator-App',
  'factor.secret': 'Schlüssel für die Authenticator-App',
  'factor.openHere': 'In einer Authenticator-App auf diesem Gerät öffnen',
  'factor.confirm': 'Bestätigen',
  'factor.codes': 'Ersatzcodes',
  'factor.codesText':
    'Bewahren Sie diese Codes auf Papier oder in einem Passwortmanager auf. Mit jedem können Sie sich einmal ohne Telefon oder Passkey anmelden. Sie werden nicht noch einmal angezeigt.',
  'factor.download': 'Herunterladen',
  'factor.kept': 'Ich habe sie gespeichert',
  'factor.passkeys': 'Passkeys',
  'factor.addPasskey': 'Passkey hinzufügen',
  'factor.usePasskey': 'Passkey verwenden',
  'factor.passkeyName': 'Name des Passkeys',
  'factor.passkeyNameText':
    'Wählen Sie einen Namen, an dem Sie ihn erkennen, zum Beispiel den Namen dieses Geräts. Danach fragt Ihr Browser, wo er den Passkey speichern soll.',
  'factor.makePasskey': 'Passkey erstellen',
  'factor.passkeyNew': 'noch nicht benutzt',
  'factor.passkeyUsed': 'benutzt {date}',
  'factor.passkeyElsewhere': 'gilt nur bei {host}',
  'factor.rename': 'Umbenennen',
  'factor.renameNamed': '{name} umbenennen',
  'factor.remove': 'Entfernen',
  'factor.removeNamed': '{name} entfernen',
  'factor.noPasskeysHere':
    'Passkeys brauchen einen Domainnamen und eine verschlüsselte Verbindung (https); beides fehlt dieser Adresse.',
  'factor.noPasskeysInBrowser': 'Dieser Browser unterstützt keine Passkeys.',
  'factor.noPasskey': 'Es wurde kein Passkey empfangen. Versuchen Sie es noch einmal.',
  'factor.passkeyThere': 'Sie haben hier bereits einen Passkey.',
};
