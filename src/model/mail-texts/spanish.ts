// The mails in Spanish.

import { listIn, momentIn } from './dates.ts';
import { spanishDigest } from './digest.ts';
import { spanishJoining } from './joining.ts';
import type { Invitation, MailReason, MailText, MailTexts, OrganizationNamed } from './mail-texts.ts';
import { spanishSecurity } from './security/spanish.ts';

const locale = 'es-ES';

function resetRequested(email: string, { url }: OrganizationNamed): string {
  return `Alguien (quizás usted) ha solicitado una contraseña nueva para la cuenta ${email} en ${url}.`;
}

function passwordSubject({ name }: OrganizationNamed): string {
  return `Contraseña nueva para ${name}`;
}

function invitation({ inviter, organization, link, expiresAt, comment }: Invitation): MailText['paragraphs'] {
  const who = inviter.email === undefined ? inviter.name : `${inviter.name} (${inviter.email})`;
  return [
    `${who} le invita a unirse a ${organization.name}, un chat de equipo en ${organization.url}.`,
    ...(comment ? [`${inviter.name} escribe:`, comment] : []),
    { text: 'Cree su cuenta aquí:', label: 'Crear la cuenta', link },
    ...(expiresAt === undefined ? [] : [`El enlace funciona hasta el ${momentIn(locale, expiresAt)}.`]),
    'Si no conoce a esta persona, no tiene que hacer nada.',
  ];
}

const reasons: Readonly<Record<MailReason, string>> = {
  direct: 'mensajes directos',
  mention: 'mensajes que le mencionan',
  followed: 'mensajes en temas que sigue',
  channel: 'mensajes en este canal',
  digest: 'lo que ocurrió en su ausencia',
};

export const spanish: MailTexts = {
  locale,
  passwordReset: ({ email, organization, link }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      { text: 'Elija una nueva aquí:', label: 'Elegir una contraseña nueva', link },
      'El enlace funciona una sola vez, durante un día. Si no lo ha solicitado usted, no tiene que hacer nada.',
    ],
  }),
  passwordWithoutAccount: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Allí no hay ninguna cuenta con esta dirección.'],
  }),
  passwordOfDeactivated: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Su cuenta allí ha sido desactivada.'],
  }),
  passwordInDirectory: ({ email, organization, directoryName }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      `Su contraseña es la de ${directoryName}: solo se puede cambiar allí.`,
    ],
  }),
  emailChange: ({ organization, link }) => ({
    subject: `Confirme su nueva dirección de correo para ${organization.name}`,
    paragraphs: [
      `Alguien quiere usar esta dirección para una cuenta en ${organization.url}. Si ha sido usted, confírmela:`,
      { text: '', label: 'Confirmar la nueva dirección', link },
      'El enlace funciona durante un día.',
    ],
  }),
  emailConfirmation: ({ organization, link }) => ({
    subject: `Confirme su dirección de correo para ${organization.name}`,
    paragraphs: [
      `Una cuenta en ${organization.url} tiene esta dirección. Si es la suya, inicie sesión y confirme la dirección aquí:`,
      { text: '', label: 'Confirmar la dirección', link },
      'El enlace funciona durante un día. Si no tiene una cuenta allí, no tiene que hacer nada.',
    ],
  }),
  accountDeactivated: ({ organizationName, comment }) => ({
    subject: `Su cuenta en ${organizationName} ha sido desactivada`,
    paragraphs: [
      `Su cuenta en ${organizationName} ha sido desactivada y ya no podrá iniciar sesión.`,
      ...(comment === '' ? [] : ['Los administradores añaden:', comment]),
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
      `Mensajes de grupo con ${listIn(locale, others > 0 ? [...names, `${others} más`] : names)}`,
    earlier: 'Antes en este tema:',
    newer: 'Nuevo:',
    hidden: (count, by) => {
      const what = count === 1 ? 'un mensaje nuevo' : `${count} mensajes nuevos`;
      const why =
        by === 'organization'
          ? 'su organización no permite el contenido de los mensajes en el correo'
          : 'su configuración excluye el contenido de los mensajes del correo';
      return `Tiene ${what}. El contenido no se muestra aquí porque ${why}.`;
    },
    more: (count) =>
      count === 1
        ? 'Hay un mensaje más que no se muestra aquí.'
        : `Hay ${count} mensajes más que no se muestran aquí.`,
    view: (name) => `Ver o responder en ${name}:`,
    replyByMail: 'También puede responder a este correo: lo que escriba se enviará a la conversación.',
    noReply: 'Nadie lee las respuestas a este correo.',
    because: (reason) => `Recibe este correo porque se le avisa de ${reasons[reason]} mientras está ausente.`,
    stop: 'No recibir más correos como este:',
  },
  digest: spanishDigest,
  unsubscribe: {
    title: 'Correos sobre mensajes',
    question: (given, name) =>
      `¿Dejar de recibir correos de ${name} sobre ${listIn(
        locale,
        given.map((reason) => reasons[reason]),
      )}?`,
    button: 'Dejar de recibirlos',
    done: 'Hecho: no recibirá más correos como este. Puede volver a activarlos en su configuración.',
    invalid: 'Este enlace no es válido. Puede elegir sus notificaciones en la configuración.',
  },
};
