// The emails about joining in all languages: to people who want to sign up, and to people who just joined. Whether
// an address has an account must not be revealed to others, so every answer to a sign-up is an email.

import type { JoiningTexts } from './mail-texts.ts';

export const englishJoining: JoiningTexts = {
  confirm: ({ organizationName, url, link }) => ({
    subject: `Confirm your address to join ${organizationName}`,
    paragraphs: [
      `Someone signed up for ${organizationName} at ${url} with this address.`,
      { text: 'Create your account here:', label: 'Create your account', link },
      'This link works once and expires in one day. If this was not you, you can ignore this email.',
    ],
  }),
  hasAccount: ({ organizationName, url, resetLink }) => ({
    subject: `You already have an account on ${organizationName}`,
    paragraphs: [
      `Someone signed up for ${organizationName} at ${url} with this address, but it already has an account there. You can log in with it.`,
      {
        text: 'If you forgot your password, choose a new one here:',
        label: 'Choose a new password',
        link: resetLink,
      },
    ],
  }),
  hasUnconfirmedAccount: ({ organizationName, url }) => ({
    subject: `Your address on ${organizationName} is not confirmed`,
    paragraphs: [
      `An account on ${organizationName} at ${url} uses this address, but the address was never confirmed. That is why this email contains no link.`,
      'If the account is yours, log in with your password and confirm the address in your settings. If you do not know the password, or the account is not yours, ask an administrator.',
    ],
  }),
  isDeactivated: ({ organizationName, url }) => ({
    subject: `Your account on ${organizationName} is deactivated`,
    paragraphs: [
      `Someone signed up for ${organizationName} at ${url} with this address. Its account there is deactivated. An administrator can reactivate it.`,
    ],
  }),
  joined: ({ organizationName, url, email }) => ({
    subject: `Welcome to ${organizationName}`,
    paragraphs: [`You now have an account on ${organizationName}. Log in as ${email} at ${url}.`],
  }),
};

export const germanJoining: JoiningTexts = {
  confirm: ({ organizationName, url, link }) => ({
    subject: `Bestätigen Sie Ihre Adresse für ${organizationName}`,
    paragraphs: [
      `Mit dieser Adresse wurde eine Registrierung bei ${organizationName} unter ${url} begonnen.`,
      { text: 'Hier legen Sie Ihr Konto an:', label: 'Konto anlegen', link },
      'Der Link ist einmalig verwendbar und gilt einen Tag. Wenn Sie das nicht waren, können Sie diese E-Mail ignorieren.',
    ],
  }),
  hasAccount: ({ organizationName, url, resetLink }) => ({
    subject: `Sie haben schon ein Konto bei ${organizationName}`,
    paragraphs: [
      `Jemand wollte sich mit dieser Adresse bei ${organizationName} unter ${url} registrieren. Die Adresse hat dort schon ein Konto, mit dem Sie sich anmelden können.`,
      {
        text: 'Wenn Sie Ihr Passwort vergessen haben, wählen Sie hier ein neues:',
        label: 'Neues Passwort wählen',
        link: resetLink,
      },
    ],
  }),
  hasUnconfirmedAccount: ({ organizationName, url }) => ({
    subject: `Ihre Adresse bei ${organizationName} ist nicht bestätigt`,
    paragraphs: [
      `Bei ${organizationName} unter ${url} gibt es ein Konto mit dieser Adresse, aber die Adresse wurde nie bestätigt. Deshalb enthält diese E-Mail keinen Link.`,
      'Wenn das Konto Ihnen gehört, melden Sie sich mit Ihrem Passwort an und bestätigen Sie die Adresse in Ihren Einstellungen. Wenn Sie das Passwort nicht kennen oder das Konto nicht Ihres ist, fragen Sie einen Administrator.',
    ],
  }),
  isDeactivated: ({ organizationName, url }) => ({
    subject: `Ihr Konto bei ${organizationName} ist deaktiviert`,
    paragraphs: [
      `Jemand wollte sich mit dieser Adresse bei ${organizationName} unter ${url} registrieren. Das zugehörige Konto ist deaktiviert. Ein Administrator kann es wieder aktivieren.`,
    ],
  }),
  joined: ({ organizationName, url, email }) => ({
    subject: `Willkommen bei ${organizationName}`,
    paragraphs: [
      `Sie haben jetzt ein Konto bei ${organizationName}. Melden Sie sich unter ${url} als ${email} an.`,
    ],
  }),
};

export const frenchJoining: JoiningTexts = {
  confirm: ({ organizationName, url, link }) => ({
    subject: `Confirmez votre adresse pour rejoindre ${organizationName}`,
    paragraphs: [
      `Une inscription à ${organizationName} sur ${url} a été demandée avec cette adresse.`,
      { text: 'Créez votre compte ici :', label: 'Créer le compte', link },
      'Ce lien est valable un jour et ne peut servir qu’une seule fois. Si ce n’était pas vous, vous pouvez ignorer cet e-mail.',
    ],
  }),
  hasAccount: ({ organizationName, url, resetLink }) => ({
    subject: `Vous avez déjà un compte sur ${organizationName}`,
    paragraphs: [
      `Une inscription à ${organizationName} sur ${url} a été demandée avec cette adresse, mais elle y a déjà un compte. Vous pouvez vous connecter avec.`,
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
      `Il existe un compte avec cette adresse sur ${organizationName} (${url}), mais l’adresse n’a jamais été confirmée. C’est pourquoi cet e-mail ne contient pas de lien.`,
      'Si ce compte est le vôtre, connectez-vous avec votre mot de passe et confirmez l’adresse dans vos paramètres. Si vous ne connaissez pas le mot de passe, ou si ce compte n’est pas le vôtre, adressez-vous à un administrateur.',
    ],
  }),
  isDeactivated: ({ organizationName, url }) => ({
    subject: `Votre compte sur ${organizationName} est désactivé`,
    paragraphs: [
      `Une inscription à ${organizationName} sur ${url} a été demandée avec cette adresse. Le compte associé y est désactivé. Un administrateur peut le réactiver.`,
    ],
  }),
  joined: ({ organizationName, url, email }) => ({
    subject: `Bienvenue sur ${organizationName}`,
    paragraphs: [
      `Vous avez maintenant un compte sur ${organizationName}. Connectez-vous sur ${url} en tant que ${email}.`,
    ],
  }),
};

export const spanishJoining: JoiningTexts = {
  confirm: ({ organizationName, url, link }) => ({
    subject: `Confirme su dirección para unirse a ${organizationName}`,
    paragraphs: [
      `Alguien se ha registrado en ${organizationName} (${url}) con esta dirección.`,
      { text: 'Cree su cuenta aquí:', label: 'Crear la cuenta', link },
      'El enlace solo se puede usar una vez y caduca en un día. Si no fue usted, puede ignorar este correo.',
    ],
  }),
  hasAccount: ({ organizationName, url, resetLink }) => ({
    subject: `Ya tiene una cuenta en ${organizationName}`,
    paragraphs: [
      `Alguien intentó registrarse en ${organizationName} (${url}) con esta dirección, pero esta ya tiene una cuenta allí. Puede iniciar sesión con ella.`,
      {
        text: 'Si ha olvidado su contraseña, elija una nueva aquí:',
        label: 'Elegir una contraseña nueva',
        link: resetLink,
      },
    ],
  }),
  hasUnconfirmedAccount: ({ organizationName, url }) => ({
    subject: `Su dirección en ${organizationName} no está confirmada`,
    paragraphs: [
      `Hay una cuenta con esta dirección en ${organizationName} (${url}), pero la dirección nunca se confirmó. Por eso este correo no contiene ningún enlace.`,
      'Si la cuenta es suya, inicie sesión con su contraseña y confirme la dirección en su configuración. Si no conoce la contraseña, o la cuenta no es suya, pregunte a un administrador.',
    ],
  }),
  isDeactivated: ({ organizationName, url }) => ({
    subject: `Su cuenta en ${organizationName} está desactivada`,
    paragraphs: [
      `Alguien intentó registrarse en ${organizationName} (${url}) con esta dirección. La cuenta asociada está desactivada. Un administrador puede reactivarla.`,
    ],
  }),
  joined: ({ organizationName, url, email }) => ({
    subject: `Le damos la bienvenida a ${organizationName}`,
    paragraphs: [`Ya tiene una cuenta en ${organizationName}. Inicie sesión en ${url} como ${email}.`],
  }),
};
