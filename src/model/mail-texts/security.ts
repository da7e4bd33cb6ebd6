// The mails that tell people what happened to their account, in every language. Each says what to do if it was not they.

import { momentIn } from './dates.ts';
import type { SecurityTexts } from './mail-texts.ts';

/** In English. */
export const englishSecurity: SecurityTexts = {
  emailChanged: ({ organizationName, newEmail }) => ({
    subject: `The address of your account on ${organizationName} was changed`,
    paragraphs: [
      `Your account on ${organizationName} now has the address ${newEmail} instead of this one.`,
      'If that was not you, tell the administrators at once: whoever did it can have your password set anew.',
    ],
  }),
  passwordChanged: ({ organizationName, email, hasBots }) => ({
    subject: `Your password on ${organizationName} was changed`,
    paragraphs: [
      `The password of your account ${email} on ${organizationName} was changed.`,
      'If that was not you, set a new one at once with “forgot password”, and tell the administrators.',
      ...(hasBots
        ? [
            'Your bots keep their API keys. If somebody else was in your account, give each bot a new one in the settings.',
          ]
        : []),
    ],
  }),
  newApiKey: ({ organizationName, email }) => ({
    subject: `Your API key on ${organizationName} was replaced`,
    paragraphs: [
      `The account ${email} on ${organizationName} has a new API key; programs that use the old one must log in again.`,
      'If that was not you, set a new password at once with “forgot password”, and tell the administrators.',
    ],
  }),
  newLogin: ({ organizationName, email, program, address, at }) => ({
    subject: `New login to ${organizationName} from ${program}`,
    paragraphs: [
      `Somebody (probably you) has logged in to your account ${email} on ${organizationName} in a way that was not seen before:`,
      `Program: ${program}\nAddress: ${address}\nTime: ${momentIn('en-US', at)}`,
      'If that was not you, set a new password at once with “forgot password”, and tell the administrators.',
      'These mails can be switched off in your settings.',
    ],
  }),
  providerBound: ({ organizationName, email, providerName }) => ({
    subject: `New way to log in to ${organizationName}: ${providerName}`,
    paragraphs: [
      `Somebody (probably you) has signed in to your account ${email} on ${organizationName} with ${providerName} for the first time. From now on that account at ${providerName} opens yours.`,
      'If that was not you, set a new password at once with “forgot password”, which ends it, and tell the administrators.',
    ],
  }),
};

/** In German. */
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
};

/** In French. */
export const frenchSecurity: SecurityTexts = {
  emailChanged: ({ organizationName, newEmail }) => ({
    subject: `L’adresse de votre compte sur ${organizationName} a été changée`,
    paragraphs: [
      `Votre compte sur ${organizationName} a maintenant l’adresse ${newEmail} à la place de celle-ci.`,
      'Si ce n’était pas vous, prévenez tout de suite les administrateurs : l’auteur du changement peut faire définir un nouveau mot de passe.',
    ],
  }),
  passwordChanged: ({ organizationName, email, hasBots }) => ({
    subject: `Votre mot de passe sur ${organizationName} a été changé`,
    paragraphs: [
      `Le mot de passe de votre compte ${email} sur ${organizationName} a été changé.`,
      'Si ce n’était pas vous, choisissez-en tout de suite un nouveau avec « mot de passe oublié » et prévenez les administrateurs.',
      ...(hasBots
        ? [
            'Vos robots gardent leurs clés d’API. Si quelqu’un d’autre a eu accès à votre compte, donnez-en une nouvelle à chaque robot dans les paramètres.',
          ]
        : []),
    ],
  }),
  newApiKey: ({ organizationName, email }) => ({
    subject: `Votre clé d’API sur ${organizationName} a été remplacée`,
    paragraphs: [
      `Le compte ${email} sur ${organizationName} a une nouvelle clé d’API ; les programmes qui utilisent l’ancienne doivent se reconnecter.`,
      'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe avec « mot de passe oublié » et prévenez les administrateurs.',
    ],
  }),
  newLogin: ({ organizationName, email, program, address, at }) => ({
    subject: `Nouvelle connexion à ${organizationName} avec ${program}`,
    paragraphs: [
      `Quelqu’un (probablement vous) s’est connecté à votre compte ${email} sur ${organizationName} d’une manière qui n’avait pas encore été vue :`,
      `Programme : ${program}\nAdresse : ${address}\nDate : ${momentIn('fr-FR', at)}`,
      'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe avec « mot de passe oublié » et prévenez les administrateurs.',
      'Vous pouvez désactiver ces messages dans vos paramètres.',
    ],
  }),
  providerBound: ({ organizationName, email, providerName }) => ({
    subject: `Nouvelle façon de se connecter à ${organizationName} : ${providerName}`,
    paragraphs: [
      `Quelqu’un (probablement vous) s’est connecté pour la première fois à votre compte ${email} sur ${organizationName} avec ${providerName}. Ce compte chez ${providerName} ouvre désormais le vôtre.`,
      'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe avec « mot de passe oublié », ce qui y met fin, et prévenez les administrateurs.',
    ],
  }),
};

/** In Spanish. */
export const spanishSecurity: SecurityTexts = {
  emailChanged: ({ organizationName, newEmail }) => ({
    subject: `Se cambió la dirección de su cuenta en ${organizationName}`,
    paragraphs: [
      `Su cuenta en ${organizationName} tiene ahora la dirección ${newEmail} en lugar de esta.`,
      'Si no fue usted, avise enseguida a los administradores: quien lo hizo puede pedir una contraseña nueva para su cuenta.',
    ],
  }),
  passwordChanged: ({ organizationName, email, hasBots }) => ({
    subject: `Se cambió su contraseña en ${organizationName}`,
    paragraphs: [
      `Se cambió la contraseña de su cuenta ${email} en ${organizationName}.`,
      'Si no fue usted, elija enseguida una nueva con «olvidé mi contraseña» y avise a los administradores.',
      ...(hasBots
        ? [
            'Sus bots conservan sus claves de API. Si otra persona entró en su cuenta, dé a cada bot una nueva en la configuración.',
          ]
        : []),
    ],
  }),
  newApiKey: ({ organizationName, email }) => ({
    subject: `Se sustituyó su clave de API en ${organizationName}`,
    paragraphs: [
      `La cuenta ${email} en ${organizationName} tiene una nueva clave de API; los programas que usan la anterior deben iniciar sesión de nuevo.`,
      'Si no fue usted, elija enseguida una contraseña nueva con «olvidé mi contraseña» y avise a los administradores.',
    ],
  }),
  newLogin: ({ organizationName, email, program, address, at }) => ({
    subject: `Nuevo inicio de sesión en ${organizationName} con ${program}`,
    paragraphs: [
      `Alguien (probablemente usted) ha iniciado sesión en su cuenta ${email} en ${organizationName} de una manera que no se había visto antes:`,
      `Programa: ${program}\nDirección: ${address}\nFecha: ${momentIn('es-ES', at)}`,
      'Si no fue usted, elija enseguida una contraseña nueva con «olvidé mi contraseña» y avise a los administradores.',
      'Puede desactivar estos mensajes en su configuración.',
    ],
  }),
  providerBound: ({ organizationName, email, providerName }) => ({
    subject: `Nueva forma de iniciar sesión en ${organizationName}: ${providerName}`,
    paragraphs: [
      `Alguien (probablemente usted) ha iniciado sesión por primera vez en su cuenta ${email} en ${organizationName} con ${providerName}. Desde ahora esa cuenta de ${providerName} abre la suya.`,
      'Si no fue usted, elija enseguida una contraseña nueva con «olvidé mi contraseña», lo que le pone fin, y avise a los administradores.',
    ],
  }),
};
