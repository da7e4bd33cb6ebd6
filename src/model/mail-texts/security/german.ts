// The emails that inform people of changes to their account, in German. Each states what to do if the change was
// not theirs.

import { formatTime } from '../dates.ts';
import type { SecurityTexts } from '../mail-texts.ts';

export const germanSecurity: SecurityTexts = {
  emailChanged: ({ organizationName, newEmail }) => ({
    subject: `Die E-Mail-Adresse Ihres Kontos bei ${organizationName} wurde geändert`,
    paragraphs: [
      `Die E-Mail-Adresse Ihres Kontos bei ${organizationName} ist jetzt ${newEmail} statt dieser.`,
      'Wenn Sie das nicht waren, informieren Sie sofort Ihre Administratoren. Mit der neuen Adresse lässt sich Ihr Passwort zurücksetzen.',
    ],
  }),
  passwordChanged: ({ organizationName, email, hasBots }) => ({
    subject: `Ihr Passwort bei ${organizationName} wurde geändert`,
    paragraphs: [
      `Das Passwort Ihres Kontos ${email} bei ${organizationName} wurde geändert.`,
      'Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und informieren Sie Ihre Administratoren.',
      ...(hasBots
        ? [
            'Ihre Bots behalten ihre API-Schlüssel. Wenn jemand anderes Zugriff auf Ihr Konto hatte, ersetzen Sie die Schlüssel in Ihren Einstellungen.',
          ]
        : []),
    ],
  }),
  newApiKey: ({ organizationName, email }) => ({
    subject: `Ihr API-Schlüssel bei ${organizationName} wurde ersetzt`,
    paragraphs: [
      `Ihr Konto ${email} bei ${organizationName} hat einen neuen API-Schlüssel. Apps, die den alten verwenden, müssen sich neu anmelden.`,
      'Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und informieren Sie Ihre Administratoren.',
    ],
  }),
  newLogin: ({ organizationName, email, program, address, at }) => ({
    subject: `Neue Anmeldung bei ${organizationName} mit ${program}`,
    paragraphs: [
      `Ihr Konto ${email} bei ${organizationName} wurde mit einem neuen Gerät oder in einem neuen Netzwerk verwendet:`,
      `App: ${program}\nIP-Adresse: ${address}\nZeit: ${formatTime('de-DE', at)}`,
      'Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und informieren Sie Ihre Administratoren.',
      'Sie können diese E-Mails in Ihren Einstellungen abschalten.',
    ],
  }),
  identityLinked: ({ organizationName, email, providerName }) => ({
    subject: `Sie können sich bei ${organizationName} jetzt mit ${providerName} anmelden`,
    paragraphs: [
      `Bei Ihrem Konto ${email} bei ${organizationName} hat sich zum ersten Mal jemand mit ${providerName} angemeldet. Sie können sich ab jetzt mit diesem Konto von ${providerName} anmelden.`,
      'Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und informieren Sie Ihre Administratoren. Das Zurücksetzen entfernt auch diese Anmeldemöglichkeit.',
    ],
  }),
  secondFactorOn: ({ organizationName, email }) => ({
    subject: `Zwei-Faktor-Authentifizierung für Ihr Konto bei ${organizationName} eingeschaltet`,
    paragraphs: [
      `Für Ihr Konto ${email} bei ${organizationName} wurde die Zwei-Faktor-Authentifizierung eingeschaltet. Die Anmeldung mit Ihrem Passwort erfordert jetzt zusätzlich einen Code Ihrer Authenticator-App. Angemeldete Browser und Apps bleiben angemeldet.`,
      'Wenn Sie das nicht waren, informieren Sie sofort Ihre Administratoren, die sie ausschalten können, und setzen Sie Ihr Passwort zurück.',
    ],
  }),
  secondFactorOff: ({ organizationName, email }) => ({
    subject: `Zwei-Faktor-Authentifizierung für Ihr Konto bei ${organizationName} ausgeschaltet`,
    paragraphs: [
      `Für Ihr Konto ${email} bei ${organizationName} wurde die Zwei-Faktor-Authentifizierung ausgeschaltet. Zur Anmeldung genügt jetzt Ihr Passwort.`,
      'Wenn das weder Sie noch ein Administrator waren, setzen Sie sofort Ihr Passwort zurück und informieren Sie Ihre Administratoren.',
    ],
  }),
  passkeyAdded: ({ organizationName, email, name }) => ({
    subject: `Ihrem Konto bei ${organizationName} wurde ein Passkey hinzugefügt`,
    paragraphs: [
      `Der Passkey „${name}“ wurde Ihrem Konto ${email} bei ${organizationName} hinzugefügt. Die Anmeldung mit Ihrem Passwort erfordert jetzt zusätzlich diesen Passkey oder einen anderen zweiten Faktor. Angemeldete Browser und Apps bleiben angemeldet.`,
      'Wenn Sie das nicht waren, informieren Sie sofort Ihre Administratoren, die ihn entfernen können, und setzen Sie Ihr Passwort zurück.',
    ],
  }),
  passkeyRemoved: ({ organizationName, email, name }) => ({
    subject: `Ein Passkey wurde aus Ihrem Konto bei ${organizationName} entfernt`,
    paragraphs: [
      `Der Passkey „${name}“ wurde aus Ihrem Konto ${email} bei ${organizationName} entfernt. Sie können sich weiter mit Ihrem anderen zweiten Faktor anmelden.`,
      'Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und informieren Sie Ihre Administratoren.',
    ],
  }),
  authenticatorRemoved: ({ organizationName, email }) => ({
    subject: `Die Authenticator-App wurde aus Ihrem Konto bei ${organizationName} entfernt`,
    paragraphs: [
      `Die Authenticator-App wurde aus Ihrem Konto ${email} bei ${organizationName} entfernt. Sie können sich weiter mit Ihren Passkeys anmelden.`,
      'Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und informieren Sie Ihre Administratoren.',
    ],
  }),
  codesTried: ({ organizationName, email }) => ({
    subject: `Jemand versucht, Codes für Ihr Konto bei ${organizationName} zu erraten`,
    paragraphs: [
      `Jemand, der das Passwort Ihres Kontos ${email} bei ${organizationName} kennt, hat viele falsche Codes der Authenticator-App eingegeben. Diese Codes sind vorerst gesperrt. Ersatzcodes und Passkeys funktionieren weiterhin.`,
      'Wenn Sie das nicht waren, setzen Sie sofort Ihr Passwort zurück und informieren Sie Ihre Administratoren. Danach funktionieren Ihre Codes wieder.',
    ],
  }),
};
