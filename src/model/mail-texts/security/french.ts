// The mails that inform people of changes to their account, in French. Each states what to do if the change was
// not theirs.

import { momentIn } from '../dates.ts';
import type { SecurityTexts } from '../mail-texts.ts';

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
  secondFactorOn: ({ organizationName, email }) => ({
    subject: `Votre compte sur ${organizationName} est protégé par une application d’authentification`,
    paragraphs: [
      `La connexion en deux étapes a été activée pour votre compte ${email} sur ${organizationName} : après le mot de passe, le code d’une application d’authentification est demandé. Les navigateurs et programmes déjà connectés le restent.`,
      'Si ce n’était pas vous, prévenez tout de suite les administrateurs, qui peuvent la désactiver, et choisissez un nouveau mot de passe avec « mot de passe oublié ».',
    ],
  }),
  secondFactorOff: ({ organizationName, email }) => ({
    subject: `Votre compte sur ${organizationName} n’est plus protégé par un second facteur`,
    paragraphs: [
      `La connexion en deux étapes a été désactivée pour votre compte ${email} sur ${organizationName} : le mot de passe suffit pour se connecter.`,
      'Si ce n’était ni vous, ni un administrateur à votre demande, choisissez tout de suite un nouveau mot de passe avec « mot de passe oublié » et prévenez les administrateurs.',
    ],
  }),
  passkeyAdded: ({ organizationName, email, name }) => ({
    subject: `Une clé d’accès a été ajoutée à votre compte sur ${organizationName}`,
    paragraphs: [
      `La clé d’accès « ${name} » a été ajoutée à votre compte ${email} sur ${organizationName} : après le mot de passe, un second facteur est demandé, et cette clé en est un. Les navigateurs et programmes déjà connectés le restent.`,
      'Si ce n’était pas vous, prévenez tout de suite les administrateurs, qui peuvent la supprimer, et choisissez un nouveau mot de passe avec « mot de passe oublié ».',
    ],
  }),
  passkeyRemoved: ({ organizationName, email, name }) => ({
    subject: `Une clé d’accès de votre compte sur ${organizationName} a été supprimée`,
    paragraphs: [
      `La clé d’accès « ${name} » n’ouvre plus votre compte ${email} sur ${organizationName}. Votre autre second facteur reste valable.`,
      'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe avec « mot de passe oublié » et prévenez les administrateurs.',
    ],
  }),
  authenticatorRemoved: ({ organizationName, email }) => ({
    subject: `L’application d’authentification de votre compte sur ${organizationName} a été supprimée`,
    paragraphs: [
      `Les codes d’une application d’authentification n’ouvrent plus votre compte ${email} sur ${organizationName}. Vos clés d’accès restent valables.`,
      'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe avec « mot de passe oublié » et prévenez les administrateurs.',
    ],
  }),
  codesTried: ({ organizationName, email }) => ({
    subject: `Quelqu’un essaie des codes de votre compte sur ${organizationName}`,
    paragraphs: [
      `Quelqu’un qui connaît le mot de passe de votre compte ${email} sur ${organizationName} a saisi beaucoup de codes faux de son application d’authentification. Pour l’instant aucun code n’est accepté ; les codes de récupération et les clés d’accès le sont.`,
      'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe avec « mot de passe oublié », après quoi vos codes compteront de nouveau, et prévenez les administrateurs.',
    ],
  }),
};
