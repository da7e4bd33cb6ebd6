// The mails in German.

import { listIn, momentIn } from './dates.ts';
import { germanDigest } from './digest.ts';
import { germanJoining } from './joining.ts';
import type { Invitation, MailReason, MailText, MailTexts, OrganizationNamed } from './mail-texts.ts';
import { germanSecurity } from './security/german.ts';

const locale = 'de-DE';

function resetRequested(email: string, { url }: OrganizationNamed): string {
  return `Jemand (vielleicht Sie) hat ein neues Passwort für das Konto ${email} auf ${url} angefordert.`;
}

function passwordSubject({ name }: OrganizationNamed): string {
  return `Neues Passwort für ${name}`;
}

function invitation({ inviter, organization, link, expiresAt, comment }: Invitation): MailText['paragraphs'] {
  const who = inviter.email === undefined ? inviter.name : `${inviter.name} (${inviter.email})`;
  return [
    `${who} lädt Sie in den Team-Chat ${organization.name} unter ${organization.url} ein.`,
    ...(comment ? [`${inviter.name} schreibt:`, comment] : []),
    { text: 'Hier legen Sie Ihr Konto an:', label: 'Konto anlegen', link },
    ...(expiresAt === undefined ? [] : [`Der Link gilt bis ${momentIn(locale, expiresAt)}.`]),
    'Wenn Ihnen das nichts sagt, brauchen Sie nichts zu tun.',
  ];
}

const reasons: Readonly<Record<MailReason, string>> = {
  direct: 'Direktnachrichten',
  mention: 'Nachrichten, die Sie erwähnen',
  followed: 'Nachrichten in Themen, denen Sie folgen',
  channel: 'Nachrichten in diesem Kanal',
  digest: 'das, was in Ihrer Abwesenheit geschah',
};

export const german: MailTexts = {
  locale,
  passwordReset: ({ email, organization, link }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      { text: 'Hier wählen Sie ein neues:', label: 'Neues Passwort wählen', link },
      'Der Link gilt einmal und einen Tag lang. Wenn die Anfrage nicht von Ihnen kam, brauchen Sie nichts zu tun.',
    ],
  }),
  passwordWithoutAccount: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Dort gibt es kein Konto mit dieser Adresse.'],
  }),
  passwordOfDeactivated: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Ihr Konto dort wurde deaktiviert.'],
  }),
  passwordInDirectory: ({ email, organization, directoryName }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      `Ihr Passwort ist das von ${directoryName}: Es lässt sich nur dort ändern.`,
    ],
  }),
  emailChange: ({ organization, link }) => ({
    subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${organization.name}`,
    paragraphs: [
      `Jemand möchte diese Adresse für ein Konto auf ${organization.url} verwenden. Wenn Sie das waren, bestätigen Sie sie:`,
      { text: '', label: 'Neue Adresse bestätigen', link },
      'Der Link gilt einen Tag lang.',
    ],
  }),
  emailConfirmation: ({ organization, link }) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${organization.name}`,
    paragraphs: [
      `Ein Konto unter ${organization.url} hat diese Adresse. Wenn es Ihres ist, melden Sie sich dort an und bestätigen Sie die Adresse hier:`,
      { text: '', label: 'Adresse bestätigen', link },
      'Der Link gilt einen Tag lang. Wenn Sie dort kein Konto haben, brauchen Sie nichts zu tun.',
    ],
  }),
  accountDeactivated: ({ organizationName, comment }) => ({
    subject: `Ihr Konto auf ${organizationName} wurde deaktiviert`,
    paragraphs: [
      `Ihr Konto auf ${organizationName} wurde deaktiviert; Sie können sich nicht mehr anmelden.`,
      ...(comment === '' ? [] : ['Die Administratoren schreiben dazu:', comment]),
    ],
  }),
  organizationDeactivated: ({ organization: { name, url } }) => ({
    subject: `${name} wurde deaktiviert`,
    paragraphs: [
      `Die Organisation ${name} unter ${url} wurde deaktiviert. Niemand kann sich dort mehr anmelden.`,
    ],
  }),
  invitation: (facts) => ({
    subject: `${facts.inviter.name} lädt Sie zu ${facts.organization.name} ein`,
    paragraphs: invitation(facts),
  }),
  invitationReminder: (facts) => ({
    subject: `Erinnerung: ${facts.inviter.name} lädt Sie zu ${facts.organization.name} ein`,
    paragraphs: ['Diese Einladung wartet noch auf Sie.', ...invitation(facts)],
  }),
  security: germanSecurity,
  joining: germanJoining,
  missed: {
    hiddenSubject: 'Neue Nachrichten',
    resolved: 'erledigt',
    directSubject: (name) => `Direktnachrichten mit ${name}`,
    groupSubject: (names, others) =>
      `Gruppennachrichten mit ${listIn(locale, others > 0 ? [...names, others === 1 ? 'einer weiteren Person' : `${others} weiteren`] : names)}`,
    earlier: 'Vorher in diesem Thema:',
    newer: 'Neu:',
    hidden: (count, by) => {
      const what = count === 1 ? 'eine neue Nachricht' : `${count} neue Nachrichten`;
      const why =
        by === 'organization'
          ? 'Ihre Organisation den Inhalt von Nachrichten in E-Mails nicht erlaubt'
          : 'Sie den Inhalt von Nachrichten in E-Mails abgeschaltet haben';
      return `Sie haben ${what}. Der Inhalt steht hier nicht, weil ${why}.`;
    },
    more: (count) =>
      count === 1
        ? 'Eine weitere Nachricht steht nicht hier.'
        : `${count} weitere Nachrichten stehen nicht hier.`,
    view: (name) => `In ${name} ansehen oder antworten:`,
    replyByMail: 'Sie können auch auf diese E-Mail antworten: was Sie schreiben, geht in die Unterhaltung.',
    noReply: 'Antworten auf diese E-Mail liest niemand.',
    because: (reason) =>
      `Sie bekommen diese E-Mail, weil Sie in Abwesenheit über ${reasons[reason]} benachrichtigt werden.`,
    stop: 'Keine solchen E-Mails mehr:',
  },
  digest: germanDigest,
  unsubscribe: {
    title: 'E-Mails über Nachrichten',
    question: (given, name) =>
      `Keine E-Mails von ${name} mehr über ${listIn(
        locale,
        given.map((reason) => reasons[reason]),
      )}?`,
    button: 'Diese E-Mails abbestellen',
    done: 'Erledigt: Sie bekommen keine solchen E-Mails mehr. In Ihren Einstellungen können Sie sie wieder einschalten.',
    invalid: 'Dieser Link ist nicht gültig. In Ihren Einstellungen können Sie Benachrichtigungen wählen.',
  },
};
