// The emails that inform people of changes to their account, in French. Each states what to do if the change was
// not theirs.

import { formatTime } from '../dates.ts';
import type { SecurityTexts } from '../mail-texts.ts';

export const frenchSecurity: SecurityTexts = {
  emailChanged: ({ organizationName, newEmail }) => ({
    subject: `L’adresse e-mail de votre compte sur ${organizationName} a été modifiée`,
    paragraphs: [
      `L’adresse e-mail de votre compte sur ${organizationName} est désormais ${newEmail} au lieu de celle-ci.`,
      'Si ce n’était pas vous, prévenez tout de suite vos administrateurs. La nouvelle adresse permet de réinitialiser votre mot de passe.',
    ],
  }),
  passwordChanged: ({ organizationName, email, hasBots }) => ({
    subject: `Votre mot de passe sur ${organizationName} a été modifié`,
    paragraphs: [
      `Le mot de passe de votre compte ${email} sur ${organizationName} a été modifié.`,
      'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et prévenez vos administrateurs.',
      ...(hasBots
        ? [
            'Vos robots conservent leurs clés d’API. Si quelqu’un d’autre a eu accès à votre compte, remplacez ces clés dans vos paramètres.',
          ]
        : []),
    ],
  }),
  newApiKey: ({ organizationName, email }) => ({
    subject: `Votre clé d’API sur ${organizationName} a été remplacée`,
    paragraphs: [
      `Votre compte ${email} sur ${organizationName} a une nouvelle clé d’API. Les applications qui utilisent l’ancienne doivent se reconnecter.`,
      'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et prévenez vos administrateurs.',
    ],
  }),
  newLogin: ({ organizationName, email, program, address, at }) => ({
    subject: `Nouvelle connexion à ${organizationName} avec ${program}`,
    paragraphs: [
      `Votre compte ${email} sur ${organizationName} a été utilisé avec un nouvel appareil ou sur un nouveau réseau :`,
      `Application : ${program}\nAdresse IP : ${address}\nDate : ${formatTime('fr-FR', at)}`,
      'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et prévenez vos administrateurs.',
      'Vous pouvez désactiver ces e-mails dans vos paramètres.',
    ],
  }),
  identityLinked: ({ organizationName, email, providerName }) => ({
    subject: `Vous pouvez maintenant vous connecter à ${organizationName} avec ${providerName}`,
    paragraphs: [
      `Quelqu’un s’est connecté pour la première fois à votre compte ${email} sur ${organizationName} avec ${providerName}. Vous pouvez désormais vous connecter avec ce compte ${providerName}.`,
      'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et prévenez vos administrateurs. La réinitialisation supprime aussi ce mode de connexion.',
    ],
  }),
  secondFactorOn: ({ organizationName, email }) => ({
    subject: `L’authentification à deux facteurs est activée pour votre compte sur ${organizationName}`,
    paragraphs: [
      `L’authentification à deux facteurs a été activée pour votre compte ${email} sur ${organizationName}. La connexion par mot de passe exige désormais aussi un code de votre application d’authentification. Les navigateurs et applications déjà connectés le restent.`,
      'Si ce n’était pas vous, prévenez tout de suite vos administrateurs, qui peuvent la désactiver, et réinitialisez votre mot de passe.',
    ],
  }),
  secondFactorOff: ({ organizationName, email }) => ({
    subject: `L’authentification à deux facteurs est désactivée pour votre compte sur ${organizationName}`,
    paragraphs: [
      `L’authentification à deux facteurs a été désactivée pour votre compte ${email} sur ${organizationName}. Votre mot de passe suffit désormais pour vous connecter.`,
      'Si ce n’était ni vous ni un administrateur, réinitialisez tout de suite votre mot de passe et prévenez vos administrateurs.',
    ],
  }),
  passkeyAdded: ({ organizationName, email, name }) => ({
    subject: `Une clé d’accès a été ajoutée à votre compte sur ${organizationName}`,
    paragraphs: [
      `La clé d’accès « ${name} » a été ajoutée à votre compte ${email} sur ${organizationName}. La connexion par mot de passe exige désormais aussi cette clé ou un autre second facteur. Les navigateurs et applications déjà connectés le restent.`,
      'Si ce n’était pas vous, prévenez tout de suite vos administrateurs, qui peuvent la supprimer, et réinitialisez votre mot de passe.',
    ],
  }),
  passkeyRemoved: ({ organizationName, email, name }) => ({
    subject: `Une clé d’accès a été supprimée de votre compte sur ${organizationName}`,
    paragraphs: [
      `La clé d’accès « ${name} » a été supprimée de votre compte ${email} sur ${organizationName}. Vous pouvez toujours vous connecter avec votre autre second facteur.`,
      'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et prévenez vos administrateurs.',
    ],
  }),
  authenticatorRemoved: ({ organizationName, email }) => ({
    subject: `L’application d’authentification a été supprimée de votre compte sur ${organizationName}`,
    paragraphs: [
      `L’application d’authentification a été supprimée de votre compte ${email} sur ${organizationName}. Vous pouvez toujours vous connecter avec vos clés d’accès.`,
      'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et prévenez vos administrateurs.',
    ],
  }),
  codesTried: ({ organizationName, email }) => ({
    subject: `Quelqu’un essaie de deviner les codes de votre compte sur ${organizationName}`,
    paragraphs: [
      `Quelqu’un qui connaît le mot de passe de votre compte ${email} sur ${organizationName} a saisi de nombreux codes d’authentification erronés. Ces codes sont bloqués pour l’instant. Les codes de récupération et les clés d’accès fonctionnent toujours.`,
      'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et prévenez vos administrateurs. Vos codes fonctionneront de nouveau ensuite.',
    ],
  }),
};
