// The emails in Spanish.

import { formatList, formatTime } from './dates.ts';
import { spanishDigest } from './digest.ts';
import { spanishJoining } from './joining.ts';
import type { InvitationFacts, MailOrganization, MailReason, MailText, MailTexts } from './mail-texts.ts';
import { spanishSecurity } from './security/spanish.ts';

const locale = 'es-ES';

function resetRequested(email: string, { url }: MailOrganization): string {
  return `Se ha solicitado una contraseña nueva para ${email} en ${url}.`;
}

function passwordSubject({ name }: MailOrganization): string {
  return `Contraseña nueva para ${name}`;
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
    `${who} le invita a unirse a ${organization.name}, un chat de equipo en ${organization.url}.`,
    ...(comment ? [`${inviter.name} escribe:`, comment] : []),
    { text: 'Cree su cuenta aquí:', label: 'Crear la cuenta', link },
    ...(expiresAt === undefined ? [] : [`El enlace caduca el ${formatTime(locale, expiresAt)}.`]),
    'Si no conoce a esta persona, puede ignorar este correo.',
  ];
}

const reasons: Readonly<Record<MailReason, string>> = {
  direct: 'mensajes directos',
  mention: 'mensajes que le mencionan',
  followed: 'mensajes en temas que sigue',
  channel: 'mensajes en este canal',
  digest: 'lo que ocurrió en su ausencia',
};

/** The reasons as named on the page that the email links to. */
const unsubscribedReasons = { ...reasons, channel: 'mensajes en el canal de ese correo' };

export const spanish: MailTexts = {
  locale,
  passwordReset: ({ email, organization, link }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      { text: 'Elija una contraseña nueva aquí:', label: 'Elegir una contraseña nueva', link },
      'El enlace solo se puede usar una vez y caduca en un día. Si no lo ha solicitado usted, puede ignorar este correo.',
    ],
  }),
  passwordWithoutAccount: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Allí ninguna cuenta usa esta dirección.'],
  }),
  passwordForDeactivated: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Su cuenta allí está desactivada.'],
  }),
  passwordInDirectory: ({ email, organization, directoryName }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      `Usted inicia sesión con su contraseña de ${directoryName}. Solo puede cambiarla allí.`,
    ],
  }),
  emailChange: ({ organization, link }) => ({
    subject: `Confirme su nueva dirección de correo para ${organization.name}`,
    paragraphs: [
      `Confirme esta dirección para usarla en su cuenta de ${organization.url}:`,
      { text: '', label: 'Confirmar la nueva dirección', link },
      'El enlace caduca en un día. Si no lo ha solicitado usted, puede ignorar este correo.',
    ],
  }),
  emailConfirmation: ({ organization, link }) => ({
    subject: `Confirme su dirección de correo para ${organization.name}`,
    paragraphs: [
      `Una cuenta en ${organization.url} usa esta dirección. Si es la suya, inicie sesión y confirme la dirección aquí:`,
      { text: '', label: 'Confirmar la dirección', link },
      'El enlace caduca en un día. Si no tiene una cuenta allí, puede ignorar este correo.',
    ],
  }),
  accountDeactivated: ({ organizationName, comment }) => ({
    subject: `Su cuenta en ${organizationName} ha sido desactivada`,
    paragraphs: [
      `Su cuenta en ${organizationName} ha sido desactivada. Ya no puede iniciar sesión.`,
      ...(comment === '' ? [] : ['Comentario de los administradores:', comment]),
    ],
  }),
  organizationDeactivated: ({ organization: { name, url } }) => ({
    subject: `${name} ha sido desactivada`,
    paragraphs: [
      `La organización ${name} (${url}) ha sido desactivada. Ya nadie puede iniciar sesión en ella.`,
    ],
  }),
  invitation: (facts) => ({
    subject: `${facts.inviter.name} le invita a unirse a ${facts.organization.name}`,
    paragraphs: invitation(facts),
  }),
  invitationReminder: (facts) => ({
    subject: `Recordatorio: ${facts.inviter.name} le invita a unirse a ${facts.organization.name}`,
    paragraphs: ['Esta invitación sigue esperándole.', ...invitation(facts)],
  }),
  security: spanishSecurity,
  joining: spanishJoining,
  missed: {
    hiddenSubject: 'Mensajes nuevos',
    resolved: 'resuelto',
    directSubject: (name) => `Mensajes directos con ${name}`,
    groupSubject: (names, others) =>
      `Mensajes de grupo con ${formatList(locale, others > 0 ? [...names, `${others} más`] : names)}`,
    earlier: 'Antes en este tema:',
    newer: 'Nuevo:',
    hidden: (count, by) => {
      const what = count === 1 ? 'un mensaje nuevo' : `${count} mensajes nuevos`;
      const why =
        by === 'organization'
          ? 'su organización no incluye el contenido de los mensajes en los correos'
          : 'usted desactivó el contenido de los mensajes en los correos';
      return `Tiene ${what}. El contenido está oculto porque ${why}.`;
    },
    omitted: (count) =>
      count === 1
        ? 'Hay un mensaje más que no se muestra aquí.'
        : `Hay ${count} mensajes más que no se muestran aquí.`,
    view: (name) => `Ver o responder en ${name}:`,
    replyByMail: 'También puede responder a este correo. Su respuesta se publicará en la conversación.',
    noReply: 'Las respuestas a este correo no se leen.',
    reason: (reason) =>
      `Recibe este correo porque tiene activadas las notificaciones de ${reasons[reason]} cuando está ausente.`,
    unsubscribe: 'Dejar de recibir estos correos:',
  },
  digest: spanishDigest,
  unsubscribe: {
    title: 'Notificaciones por correo',
    question: (given, name) =>
      `¿Dejar de recibir correos de ${name} sobre ${formatList(
        locale,
        given.map((reason) => unsubscribedReasons[reason]),
      )}?`,
    button: 'Dejar de recibirlos',
    done: 'Ya no recibirá estos correos. Puede volver a activarlos en su configuración.',
    invalid: 'Este enlace no es válido. Puede cambiar sus notificaciones en la configuración.',
  },
};
