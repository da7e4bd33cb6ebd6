// Personen einladen, und die offenen Einladungen.

import type { TranslationOf } from '../catalogue.ts';
import type { invitations as english } from '../en/invitations.ts';

export const invitations: TranslationOf<typeof english> = {
  'invitations.title': 'Einladungen',
  'invitations.invite': 'Personen einladen',
  'invitations.leaveOut': '{name} weglassen',
  'invitations.channels': 'Auch in diese Kanäle',
  'invitations.addChannel': 'Kanal hinzufügen',
  'invitations.channelsOf': 'Alle Kanäle aus {name}',
  'invitations.groups': 'In diese Gruppen',
  'invitations.role': 'Rolle',
  'invitations.expires': 'Läuft ab',
  'invitations.never': 'Nie',
  'invitations.defaults': 'In die Standardkanäle',
  'invitations.made': { one: 'Link kopieren', other: 'Links kopieren' },
  'invitations.madeText':
    'Wer diesen Link hat, kann beitreten, bis er abläuft, aufgebraucht ist oder widerrufen wird.',
  'invitations.handOver': 'Schicken Sie jeder Person ihren Link. Er gilt einmal.',
  'invitations.unconfirmed':
    'Die Adressen werden beim Beitreten nicht bestätigt, weil auf diesem Server E-Mail nicht eingerichtet ist.',
  'invitations.noMail':
    'Auf diesem Server ist E-Mail nicht eingerichtet. Sie bekommen Links, die Sie selbst verschicken, zum Beispiel in einem anderen Chat.',
  'invitations.setUpMail':
    'Um E-Mail einzurichten, starten Sie den Server mit der Adresse eines Mailservers: docs/guide/mail.md erklärt, wie.',
  'invitations.byHand': 'Per Adresse, jede mit einem Link, den Sie selbst verschicken',
  'invitations.uses': 'Gilt für',
  'invitations.people': { one: '{count} Person', other: '{count} Personen' },
  'invitations.noMaximum': 'Beliebig viele Personen',
  'invitations.joined': { one: '{count} ist beigetreten', other: '{count} sind beigetreten' },
  'invitations.joinedOf': {
    one: '{uses} von {count} beigetreten',
    other: '{uses} von {count} beigetreten',
  },
  'invitations.replaceLink': 'Neuer Link: {name}',
  'invitations.newLink': 'Es gibt einen neuen Link. Der alte gilt nicht mehr.',
  'invitations.linkLabel': 'Einladungslink',
  'invitations.how': 'Wie',
  'invitations.mail': 'Per E-Mail, jede mit einem eigenen Link',
  'invitations.link': 'Mit einem Link für alle, die ihn haben',
  'invitations.sent': 'Die Einladungen sind unterwegs.',
  'invitations.send': 'Einladungen senden',
  'invitations.makeLink': 'Link erstellen',
  'invitations.addresses': 'Adressen',
  'invitations.addressesHelp': 'Durch Kommas getrennt oder eine je Zeile, mit oder ohne Namen.',
  'invitations.tellMe': 'Mir sagen, wenn jemand beitritt',
  'invitations.aLink': 'Einladungslink',
  'invitations.revokeTitle': 'Widerrufen: {name}?',
  'invitations.revoke': 'Widerrufen',
  'invitations.revokeText': 'Niemand kann mehr damit beitreten.',
  'invitations.resend': 'Noch einmal senden: {name}',
  'invitations.copyLink': 'Link kopieren',
  'invitations.revokeName': 'Widerrufen: {name}',
  'invitations.sentAgain': 'Die Einladung ist wieder unterwegs.',
  'invitations.by': 'von {who}',
  'invitations.whom': 'Eingeladen',
  'invitations.none': 'Keine Einladung ist offen.',
  'invitations.days': { one: '{count} Tag', other: '{count} Tage' },
};
