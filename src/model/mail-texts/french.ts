// The emails in French.

import { formatList, formatTime } from './dates.ts';
import { frenchDigest } from './digest.ts';
import { frenchJoining } from './joining.ts';
import type { InvitationFacts, MailOrganization, MailReason, MailText, MailTexts } from './mail-texts.ts';
import { frenchSecurity } from './security/french.ts';

const locale = 'fr-FR';

function resetRequested(email: string, { url }: MailOrganization): string {
  return `Un nouveau mot de passe a été demandé pour ${email} sur ${url}.`;
}

function passwordSubject({ name }: MailOrganization): string {
  return `Nouveau mot de passe pour ${name}`;
}

function invitation({
  inviter,
  organization,
  link,
  expiresAt,
  comment,
}: InvitationFacts): MailText['paragraphs'] {
  const who = inviter.email === undefined ? inviter.name : `${inviter.name} (${inviter.email})`;
  return [
    `${who} vous invite à rejoindre ${organization.name}, une messagerie d’équipe à l’adresse ${organization.url}.`,
    ...(comment ? [`${inviter.name} écrit :`, comment] : []),
    { text: 'Créez votre compte ici :', label: 'Créer le compte', link },
    ...(expiresAt === undefined ? [] : [`Le lien est valable jusqu’au ${formatTime(locale, expiresAt)}.`]),
    'Si vous ne connaissez pas cette personne, vous pouvez ignorer cet e-mail.',
  ];
}

const reasons: Readonly<Record<MailReason, string>> = {
  direct: 'les messages directs',
  mention: 'les messages qui vous mentionnent',
  followed: 'les messages des sujets que vous suivez',
  channel: 'les messages de ce canal',
  digest: 'ce qui s’est passé en votre absence',
};

/** The reasons as named on the page that the email links to. */
const unsubscribedReasons = { ...reasons, channel: 'les messages du canal de cet e-mail' };

export const french: MailTexts = {
  locale,
  passwordReset: ({ email, organization, link }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      { text: 'Choisissez un nouveau mot de passe ici :', label: 'Choisir un nouveau mot de passe', link },
      'Ce lien est valable un jour et ne peut servir qu’une seule fois. Si la demande ne vient pas de vous, vous pouvez ignorer cet e-mail.',
    ],
  }),
  passwordWithoutAccount: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Aucun compte n’y utilise cette adresse.'],
  }),
  passwordForDeactivated: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Votre compte y est désactivé.'],
  }),
  passwordInDirectory: ({ email, organization, directoryName }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      `Vous vous connectez avec votre mot de passe ${directoryName}. Vous ne pouvez le modifier que dans ce service.`,
    ],
  }),
  emailChange: ({ organization, link }) => ({
    subject: `Confirmez votre nouvelle adresse pour ${organization.name}`,
    paragraphs: [
      `Confirmez cette adresse pour l’utiliser avec votre compte sur ${organization.url} :`,
      { text: '', label: 'Confirmer la nouvelle adresse', link },
      'Ce lien est valable un jour. Si la demande ne vient pas de vous, vous pouvez ignorer cet e-mail.',
    ],
  }),
  emailConfirmation: ({ organization, link }) => ({
    subject: `Confirmez votre adresse e-mail pour ${organization.name}`,
    paragraphs: [
      `Un compte sur ${organization.url} utilise cette adresse. Si c’est le vôtre, connectez-vous et confirmez l’adresse ici :`,
      { text: '', label: 'Confirmer l’adresse', link },
      'Ce lien est valable un jour. Si vous n’y avez pas de compte, vous pouvez ignorer cet e-mail.',
    ],
  }),
  accountDeactivated: ({ organizationName, comment }) => ({
    subject: `Votre compte sur ${organizationName} a été désactivé`,
    paragraphs: [
      `Votre compte sur ${organizationName} a été désactivé. Vous ne pouvez plus vous connecter.`,
      ...(comment === '' ? [] : ['Commentaire des administrateurs :', comment]),
    ],
  }),
  organizationDeactivated: ({ organization: { name, url } }) => ({
    subject: `${name} a été désactivée`,
    paragraphs: [`L’organisation ${name} (${url}) a été désactivée. Plus personne ne peut s’y connecter.`],
  }),
  invitation: (facts) => ({
    subject: `${facts.inviter.name} vous invite à rejoindre ${facts.organization.name}`,
    paragraphs: invitation(facts),
  }),
  invitationReminder: (facts) => ({
    subject: `Rappel : ${facts.inviter.name} vous invite à rejoindre ${facts.organization.name}`,
    paragraphs: ['Cette invitation vous attend toujours.', ...invitation(facts)],
  }),
  security: frenchSecurity,
  joining: frenchJoining,
  missed: {
    hiddenSubject: 'Nouveaux messages',
    resolved: 'résolu',
    directSubject: (name) => `Messages directs avec ${name}`,
    groupSubject: (names, others) =>
      `Messages de groupe avec ${formatList(locale, others > 0 ? [...names, `${others} ${others === 1 ? 'autre' : 'autres'}`] : names)}`,
    earlier: 'Plus tôt dans ce sujet :',
    newer: 'Nouveau :',
    hidden: (count, by) => {
      const what = count === 1 ? 'un nouveau message' : `${count} nouveaux messages`;
      const why =
        by === 'organization'
          ? 'votre organisation n’inclut pas le contenu des messages dans les e-mails'
          : 'vous avez désactivé le contenu des messages dans les e-mails';
      return `Vous avez ${what}. Le contenu est masqué, car ${why}.`;
    },
    omitted: (count) =>
      count === 1
        ? 'Un autre message n’est pas affiché ici.'
        : `${count} autres messages ne sont pas affichés ici.`,
    view: (name) => `Voir ou répondre dans ${name} :`,
    replyByMail: 'Vous pouvez aussi répondre à cet e-mail. Votre réponse sera publiée dans la conversation.',
    noReply: 'Les réponses à cet e-mail ne sont pas lues.',
    reason: (reason) =>
      `Vous recevez cet e-mail parce que vous avez choisi d’être notifié en votre absence pour ${reasons[reason]}.`,
    unsubscribe: 'Ne plus recevoir ces e-mails :',
  },
  digest: frenchDigest,
  unsubscribe: {
    title: 'Notifications par e-mail',
    question: (given, name) =>
      `Ne plus recevoir d’e-mails de ${name} pour ${formatList(
        locale,
        given.map((reason) => unsubscribedReasons[reason]),
      )} ?`,
    button: 'Ne plus recevoir ces e-mails',
    done: 'Vous ne recevrez plus ces e-mails. Vous pouvez les réactiver dans vos paramètres.',
    invalid: 'Ce lien n’est pas valable. Vous pouvez modifier vos notifications dans vos paramètres.',
  },
};
