// The mails of joining in all languages: to people who want to sign up, and to people who just joined. Whether
// an address has an account must not be revealed to others, so every answer to a sign-up is a mail.

import type { JoiningTexts } from './mail-texts.ts';

export const englishJoining: JoiningTexts = {
  confirm: ({ organizationName, url, link }) => ({
    subject: `Confirm your address to join ${organizationName}`,
    paragraphs: [
      `Somebody (possibly you) wants to join ${organizationName} at ${url} with this address.`,
      { text: 'Create your account here:', label: 'Create your account', link },
      'The link works once, for one day. If that was not you, nothing needs to be done.',
    ],
  }),
  hasAccount: ({ organizationName, url, resetLink }) => ({
    subject: `You already have an account on ${organizationName}`,
    paragraphs: [
      `Somebody (possibly you) wanted to join ${organizationName} at ${url} with this address, which has an account there already: you can log in with it.`,
      {
        text: 'If you do not remember your password, choose a new one here:',
        label: 'Choose a new password',
        link: resetLink,
      },
    ],
  }),
  hasUnconfirmedAccount: ({ organizationName, url }) => ({
    subject: `Your address at ${organizationName} is not confirmed`,
    paragraphs: [
      `There is an account with this address on ${organizationName} at ${url}, but the address was never confirmed. That is why you get no link by email.`,
      'If the account is yours, log in with its password and confirm the address in your settings. If you do not know the password, or the account is not yours, ask an administrator.',
    ],
  }),
  isDeactivated: ({ organizationName, url }) => ({
    subject: `Your account on ${organizationName} is deactivated`,
    paragraphs: [
      `Somebody (possibly you) wanted to join ${organizationName} at ${url} with this address. Its account there has been deactivated; the administrators can bring it back.`,
    ],
  }),
  joined: ({ organizationName, url, email }) => ({
    subject: `Welcome to ${organizationName}`,
    paragraphs: [
      `You have an account on ${organizationName} now. Point any client at ${url} and log in as ${email}.`,
    ],
  }),
};

export const germanJoining: JoiningTexts = {
  confirm: ({ organizationName, url, link }) => ({
    subject: `Bestätigen Sie Ihre Adresse für ${organizationName}`,
    paragraphs: [
      `Jemand (vielleicht Sie) möchte ${organizationName} unter ${url} mit dieser Adresse beitreten.`,
      { text: 'Hier legen Sie Ihr Konto an:', label: 'Konto anlegen', link },
      'Der Link gilt einmal und einen Tag lang. Wenn Sie das nicht waren, brauchen Sie nichts zu tun.',
    ],
  }),
  hasAccount: ({ organizationName, url, resetLink }) => ({
    subject: `Sie haben schon ein Konto bei ${organizationName}`,
    paragraphs: [
      `Jemand (vielleicht Sie) wollte ${organizationName} unter ${url} mit dieser Adresse beitreten. Sie hat dort schon ein Konto, mit dem Sie sich anmelden können.`,
      {
        text: 'Wenn Sie Ihr Passwort nicht mehr wissen, wählen Sie hier ein neues:',
        label: 'Neues Passwort wählen',
        link: resetLink,
      },
    ],
  }),
  hasUnconfirmedAccount: ({ organizationName, url }) => ({
    subject: `Ihre Adresse bei ${organizationName} ist nicht bestätigt`,
    paragraphs: [
      `Bei ${organizationName} unter ${url} gibt es ein Konto mit dieser Adresse, aber die Adresse wurde nie bestätigt. Deshalb bekommen Sie keinen Link per E-Mail.`,
      'Wenn das Konto Ihnen gehört, melden Sie sich mit seinem Passwort an und bestätigen Sie die Adresse in Ihren Einstellungen. Wenn Sie das Passwort nicht kennen oder das Konto nicht Ihres ist, fragen Sie einen Administrator.',
    ],
  }),
  isDeactivated: ({ organizationName, url }) => ({
    subject: `Ihr Konto bei ${organizationName} ist deaktiviert`,
    paragraphs: [
      `Jemand (vielleicht Sie) wollte ${organizationName} unter ${url} mit dieser Adresse beitreten. Ihr Konto dort ist deaktiviert; die Administratoren können es wieder aktivieren.`,
    ],
  }),
  joined: ({ organizationName, url, email }) => ({
    subject: `Willkommen bei ${organizationName}`,
    paragraphs: [
      `Sie haben jetzt ein Konto bei ${organizationName}. Öffnen Sie ${url} mit einem beliebigen Client und melden Sie sich als ${email} an.`,
    ],
  }),
};

export const frenchJoining: JoiningTexts = {
  confirm: ({ organizationName, url, link }) => ({
    subject: `Confirmez votre adresse pour rejoindre ${organizationName}`,
    paragraphs: [
      `Quelqu’un (peut-être vous) veut rejoindre ${organizationName} sur ${url} avec cette adresse.`,
      { text: 'Créez votre compte ici :', label: 'Créer le compte', link },
      'Le lien fonctionne une seule fois, pendant un jour. Si ce n’était pas vous, il n’y a rien à faire.',
    ],
  }),
  hasAccount: ({ organizationName, url, resetLink }) => ({
    subject: `Vous avez déjà un compte sur ${organizationName}`,
    paragraphs: [
      `Quelqu’un (peut-être vous) a voulu rejoindre ${organizationName} sur ${url} avec cette adresse, qui y a déjà un compte : vous pouvez vous connecter.`,
      {
        text: 'Si vous avez oublié votre mot de passe, choisissez-en un nouveau ici :',
        label: 'Choisir un nouveau mot de passe',
        link: resetLink,
      },
    ],
  }),
  hasUnconfirmedAccount: ({ organizationName, url }) => ({
    subject: `Votre adresse sur ${organizationName} n’est pas confirmée`,
    paragraphs: [
      `Il existe un compte avec cette adresse sur ${organizationName} (${url}), mais l’adresse n’a jamais été confirmée. C’est pourquoi vous ne recevez pas de lien par e-mail.`,
      'Si ce compte est le vôtre, connectez-vous avec son mot de passe et confirmez l’adresse dans vos paramètres. Si vous ne connaissez pas le mot de passe, ou si ce compte n’est pas le vôtre, adressez-vous à un administrateur.',
    ],
  }),
  isDeactivated: ({ organizationName, url }) => ({
    subject: `Votre compte sur ${organizationName} est désactivé`,
    paragraphs: [
      `Quelqu’un (peut-être vous) a voulu rejoindre ${organizationName} sur ${url} avec cette adresse. Son compte y a été désactivé ; les administrateurs peuvent le réactiver.`,
    ],
  }),
  joined: ({ organizationName, url, email }) => ({
    subject: `Bienvenue sur ${organizationName}`,
    paragraphs: [
      `Vous avez maintenant un compte sur ${organizationName}. Ouvrez ${url} avec n’importe quel client et connectez-vous en tant que ${email}.`,
    ],
  }),
};

export const spanishJoining: JoiningTexts = {
  confirm: ({ organizationName, url, link }) => ({
    subject: `Confirme su dirección para unirse a ${organizationName}`,
    paragraphs: [
      `Alguien (quizás usted) quiere unirse a ${organizationName} en ${url} con esta dirección.`,
      { text: 'Cree su cuenta aquí:', label: 'Crear la cuenta', link },
      'El enlace funciona una sola vez, durante un día. Si no fue usted, no tiene que hacer nada.',
    ],
  }),
  hasAccount: ({ organizationName, url, resetLink }) => ({
    subject: `Ya tiene una cuenta en ${organizationName}`,
    paragraphs: [
      `Alguien (quizás usted) quiso unirse a ${organizationName} en ${url} con esta dirección, que ya tiene una cuenta allí: puede iniciar sesión con ella.`,
      {
        text: 'Si no recuerda su contraseña, elija una nueva aquí:',
        label: 'Elegir una contraseña nueva',
        link: resetLink,
      },
    ],
  }),
  hasUnconfirmedAccount: ({ organizationName, url }) => ({
    subject: `Su dirección en ${organizationName} no está confirmada`,
    paragraphs: [
      `Hay una cuenta con esta dirección en ${organizationName} (${url}), pero la dirección nunca se confirmó. Por eso no recibe ningún enlace por correo.`,
      'Si la cuenta es suya, inicie sesión con su contraseña y confirme la dirección en sus ajustes. Si no conoce la contraseña, o la cuenta no es suya, pregunte a un administrador.',
    ],
  }),
  isDeactivated: ({ organizationName, url }) => ({
    subject: `Su cuenta en ${organizationName} está desactivada`,
    paragraphs: [
      `Alguien (quizás usted) quiso unirse a ${organizationName} en ${url} con esta dirección. Su cuenta allí está desactivada; los administradores pueden reactivarla.`,
    ],
  }),
  joined: ({ organizationName, url, email }) => ({
    subject: `Le damos la bienvenida a ${organizationName}`,
    paragraphs: [
      `Ya tiene una cuenta en ${organizationName}. Abra ${url} con cualquier cliente e inicie sesión como ${email}.`,
    ],
  }),
};
