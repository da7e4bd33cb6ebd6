// The emails in German.

import { formatList, formatTime } from './dates.ts';
import { germanDigest } from './digest.ts';
import { germanJoining } from './joining.ts';
import type { InvitationFacts, MailOrganization, MailReason, MailText, MailTexts } from './mail-texts.ts';
import { germanSecurity } from './security/german.ts';

const locale = 'de-DE';

function resetRequested(email: string, { url }: MailOrganization): string {
  return `Für ${email} auf ${url} wurde ein neues Passwort angefordert.`;
}

function passwordSubject({ name }: MailOrganization): string {
  return `Neues Passwort für ${name}`;
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
    `${who} lädt Sie in den Team-Chat ${organization.name} unter ${organization.url} ein.`,
    ...(comment ? [`${inviter.name} schreibt:`, comment] : []),
    { text: 'Hier legen Sie Ihr Konto an:', label: 'Konto anlegen', link },
    ...(expiresAt === undefined ? [] : [`Der Link gilt bis ${formatTime(locale, expiresAt)}.`]),
    'Wenn Sie diese Person nicht kennen, können Sie diese E-Mail ignorieren.',
  ];
}

const reasons: Readonly<Record<MailReason, string>> = {
  direct: 'Direktnachrichten',
  mention: 'Nachrichten, die Sie erwähnen',
  followed: 'Nachrichten in Themen, denen Sie folgen',
  channel: 'Nachrichten in diesem Kanal',
  digest: 'das, was in Ihrer Abwesenheit geschah',
};

/** The reasons as named on the page that the email links to. */
const unsubscribedReasons = { ...reasons, channel: 'Nachrichten im Kanal jener E-Mail' };

export const german: MailTexts = {
  locale,
  passwordReset: ({ email, organization, link }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      { text: 'Hier wählen Sie ein neues Passwort:', label: 'Neues Passwort wählen', link },
      'Der Link ist einmalig verwendbar und gilt einen Tag. Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.',
    ],
  }),
  passwordWithoutAccount: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Dort gibt es kein Konto mit dieser E-Mail-Adresse.'],
  }),
  passwordForDeactivated: ({ email, organization }) => ({
    subject: passwordSubject(organization),
    paragraphs: [resetRequested(email, organization), 'Ihr Konto dort ist deaktiviert.'],
  }),
  passwordInDirectory: ({ email, organization, directoryName }) => ({
    subject: passwordSubject(organization),
    paragraphs: [
      resetRequested(email, organization),
      `Sie melden sich mit Ihrem Passwort für ${directoryName} an. Es lässt sich nur dort ändern.`,
    ],
  }),
  emailChange: ({ organization, link }) => ({
    subject: `Bestätigen Sie Ihre neue E-Mail-Adresse für ${organization.name}`,
    paragraphs: [
      `Bestätigen Sie diese Adresse, um sie für Ihr Konto auf ${organization.url} zu verwenden:`,
      { text: '', label: 'Neue Adresse bestätigen', link },
      'Der Link gilt einen Tag. Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.',
    ],
  }),
  emailConfirmation: ({ organization, link }) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${organization.name}`,
    paragraphs: [
      `Ein Konto unter ${organization.url} verwendet diese Adresse. Wenn es Ihres ist, melden Sie sich dort an und bestätigen Sie die Adresse hier:`,
      { text: '', label: 'Adresse bestätigen', link },
      'Der Link gilt einen Tag. Wenn Sie dort kein Konto haben, können Sie diese E-Mail ignorieren.',
    ],
  }),
  accountDeactivated: ({ organizationName, comment }) => ({
    subject: `Ihr Konto auf ${organizationName} wurde deaktiviert`,
    paragraphs: [
      `Ihr Konto auf ${organizationName} wurde deaktiviert. Sie können sich nicht mehr anmelden.`,
      ...(comment === '' ? [] : ['Kommentar der Administratoren:', comment]),
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
      `Gruppennachrichten mit ${formatList(locale, others > 0 ? [...names, others === 1 ? 'einer weiteren Person' : `${others} weiteren`] : names)}`,
    earlier: 'Vorher in diesem Thema:',
    newer: 'Neu:',
    hidden: (count, by) => {
      const what = count === 1 ? 'eine neue Nachricht' : `${count} neue Nachrichten`;
      const why =
        by === 'organization'
          ? 'Ihre Organisation keine Nachrichteninhalte in E-Mails verschickt'
          : 'Sie Nachrichteninhalte in E-Mails abgeschaltet haben';
      return `Sie haben ${what}. Der Inhalt wird nicht angezeigt, weil ${why}.`;
    },
    omitted: (count) =>
      count === 1
        ? 'Eine weitere Nachricht wird hier nicht angezeigt.'
        : `${count} weitere Nachrichten werden hier nicht angezeigt.`,
    view: (name) => `In ${name} ansehen oder antworten:`,
    replyByMail:
      'Sie können auch auf diese E-Mail antworten. Ihre Antwort erscheint dann in der Unterhaltung.',
    noReply: 'Antworten auf diese E-Mail werden nicht gelesen.',
    reason: (reason) =>
      `Sie bekommen diese E-Mail, weil Sie bei Abwesenheit über ${reasons[reason]} benachrichtigt werden.`,
    unsubscribe: 'Diese E-Mails abbestellen:',
  },
  digest: germanDigest,
  unsubscribe: {
    title: 'E-Mails über Nachrichten',
    question: (given, name) =>
      `Keine E-Mails von ${name} mehr über ${formatList(
        locale,
        given.map((reason) => unsubscribedReasons[reason]),
      )}?`,
    button: 'Diese E-Mails abbestellen',
    done: 'Sie bekommen diese E-Mails nicht mehr. In Ihren Einstellungen können Sie sie wieder einschalten.',
    invalid: 'Dieser Link ist nicht gültig. Sie können Ihre Benachrichtigungen in den Einstellungen ändern.',
  },
};
