// The mails that inform people of changes to their account, in German. Each states what to do if the change was
// not theirs.

import { momentIn } from '../dates.ts';
import type { SecurityTexts } from '../mail-texts.ts';

export const germanSecurity: SecurityTexts = {
  emailChanged: ({ organizationName, newEmail }) => ({
    subject: `Die Adresse Ihres Kontos bei ${organizationName} wurde geändert`,
    paragraphs: [
      `Ihr Konto bei ${organizationName} hat jetzt die Adresse ${newEmail} anstelle von dieser.`,
      'Wenn Sie das nicht waren, sagen Sie es sofort den Administratoren: Wer das getan hat, kann sich ein neues Passwort für Ihr Konto schicken lassen.',
    ],
  }),
  passwordChanged: ({ organizationName, email, hasBots }) => ({
    subject: `Ihr Passwort bei ${organizationName} wurde geändert`,
    paragraphs: [
      `Das Passwort Ihres Kontos ${email} bei ${organizationName} wurde geändert.`,
      'Wenn Sie das nicht waren, setzen Sie sofort mit „Passwort vergessen“ ein neues und sagen Sie es den Administratoren.',
      ...(hasBots
        ? [
            'Ihre Bots behalten ihre API-Schlüssel. Wenn jemand anderes in Ihrem Konto war, geben Sie jedem Bot in den Einstellungen einen neuen.',
          ]
        : []),
    ],
  }),
  newApiKey: ({ organizationName, email }) => ({
    subject: `Ihr API-Schlüssel bei ${organizationName} wurde ersetzt`,
    paragraphs: [
      `Das Konto ${email} bei ${organizationName} hat einen neuen API-Schlüssel; Programme mit dem alten müssen sich neu anmelden.`,
      'Wenn Sie das nicht waren, setzen Sie sofort mit „Passwort vergessen“ ein neues Passwort und sagen Sie es den Administratoren.',
    ],
  }),
  newLogin: ({ organizationName, email, program, address, at }) => ({
    subject: `Neue Anmeldung bei ${organizationName} mit ${program}`,
    paragraphs: [
      `Jemand (wahrscheinlich Sie) hat sich bei Ihrem Konto ${email} bei ${organizationName} auf eine Weise angemeldet, die noch nicht vorkam:`,
      `Programm: ${program}\nAdresse: ${address}\nZeit: ${momentIn('de-DE', at)}`,
      'Wenn Sie das nicht waren, setzen Sie sofort mit „Passwort vergessen“ ein neues Passwort und sagen Sie es den Administratoren.',
      'Diese Mails können Sie in Ihren Einstellungen abschalten.',
    ],
  }),
  providerBound: ({ organizationName, email, providerName }) => ({
    subject: `Neuer Weg zur Anmeldung bei ${organizationName}: ${providerName}`,
    paragraphs: [
      `Jemand (vermutlich Sie) hat sich bei Ihrem Konto ${email} bei ${organizationName} zum ersten Mal mit ${providerName} angemeldet. Von jetzt an öffnet jenes Konto bei ${providerName} Ihres.`,
      'Wenn Sie das nicht waren, setzen Sie sofort mit „Passwort vergessen“ ein neues Passwort, womit das endet, und sagen Sie es den Administratoren.',
    ],
  }),
  secondFactorOn: ({ organizationName, email }) => ({
    subject: `Ihr Konto bei ${organizationName} ist durch einen Authenticator geschützt`,
    paragraphs: [
      `Für Ihr Konto ${email} bei ${organizationName} wurde die Zwei-Faktor-Anmeldung eingeschaltet: Wer sich mit dem Passwort anmeldet, wird auch nach dem Code eines Authenticators gefragt. Angemeldete Browser und Programme bleiben angemeldet.`,
      'Wenn Sie das nicht waren, sagen Sie es sofort den Administratoren, die es ausschalten können, und setzen Sie mit „Passwort vergessen“ ein neues Passwort.',
    ],
  }),
  secondFactorOff: ({ organizationName, email }) => ({
    subject: `Ihr Konto bei ${organizationName} ist nicht mehr durch einen zweiten Faktor geschützt`,
    paragraphs: [
      `Für Ihr Konto ${email} bei ${organizationName} wurde die Zwei-Faktor-Anmeldung ausgeschaltet: Zur Anmeldung genügt das Passwort.`,
      'Wenn das weder Sie noch auf Ihren Wunsch ein Administrator war, setzen Sie sofort mit „Passwort vergessen“ ein neues Passwort und sagen Sie es den Administratoren.',
    ],
  }),
  passkeyAdded: ({ organizationName, email, name }) => ({
    subject: `Ihrem Konto bei ${organizationName} wurde ein Passkey hinzugefügt`,
    paragraphs: [
      `Der Passkey „${name}“ gehört jetzt zu Ihrem Konto ${email} bei ${organizationName}: Wer sich mit dem Passwort anmeldet, wird nach einem zweiten Faktor gefragt, und dieser Passkey ist einer. Angemeldete Browser und Programme bleiben angemeldet.`,
      'Wenn Sie das nicht waren, sagen Sie es sofort den Administratoren, die ihn entfernen können, und setzen Sie mit „Passwort vergessen“ ein neues Passwort.',
    ],
  }),
  passkeyRemoved: ({ organizationName, email, name }) => ({
    subject: `Ein Passkey Ihres Kontos bei ${organizationName} wurde entfernt`,
    paragraphs: [
      `Der Passkey „${name}“ öffnet Ihr Konto ${email} bei ${organizationName} nicht mehr. Ihr anderer zweiter Faktor gilt weiter.`,
      'Wenn Sie das nicht waren, setzen Sie sofort mit „Passwort vergessen“ ein neues Passwort und sagen Sie es den Administratoren.',
    ],
  }),
  authenticatorRemoved: ({ organizationName, email }) => ({
    subject: `Der Authenticator Ihres Kontos bei ${organizationName} wurde entfernt`,
    paragraphs: [
      `Codes eines Authenticators öffnen Ihr Konto ${email} bei ${organizationName} nicht mehr. Ihre Passkeys gelten weiter.`,
      'Wenn Sie das nicht waren, setzen Sie sofort mit „Passwort vergessen“ ein neues Passwort und sagen Sie es den Administratoren.',
    ],
  }),
  codesTried: ({ organizationName, email }) => ({
    subject: `Jemand probiert Codes Ihres Kontos bei ${organizationName} aus`,
    paragraphs: [
      `Jemand, der das Passwort Ihres Kontos ${email} bei ${organizationName} kennt, hat viele falsche Codes des Authenticators eingegeben. Vorerst gilt kein Code; Ersatzcodes und Passkeys gelten weiter.`,
      'Wenn Sie das nicht waren, setzen Sie sofort mit „Passwort vergessen“ ein neues Passwort, wonach Ihre Codes wieder gelten, und sagen Sie es den Administratoren.',
    ],
  }),
};
