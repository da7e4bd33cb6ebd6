// German texts for inviting people and managing pending invitations.

import type { TranslationOf } from '../catalogue.ts';
import type { invitations as english } from '../en/invitations.ts';

export const invitations: TranslationOf<typeof english> = {
  'invitations.title': 'Einladungen',
  'invitations.invite': 'Personen einladen',
  'invitations.leaveOut': '{name} entfernen',
  'invitations.channels': 'Außerdem abonnieren',
  'invitations.addChannel': 'Kanal hinzufügen',
  'invitations.channelsOf': 'Alle Kanäle aus {name}',
  'invitations.groups': 'Zu Gruppen hinzufügen',
  'invitations.role': 'Rolle',
  'invitations.expires': 'Läuft ab',
  'invitations.never': 'Nie',
  'invitations.defaults': 'Standardkanäle abonnieren',
  'invitations.made': { one: 'Link kopieren', other: 'Links kopieren' },
  'invitations.madeText':
    'Wer diesen Link hat, kann beitreten, bis er abläuft, aufgebraucht ist oder widerrufen wird.',
  'invitations.handOver': 'Schicken Sie jeder Person ihren Link. Jeder Link gilt einmal.',
  'invitations.unconfirmed':
    'Personen treten bei, ohne ihre E-Mail-Adresse zu bestätigen, weil auf diesem Server E-Mail nicht eingerichtet ist.',
  'invitations.noMail':
    'Auf diesem Server ist E-Mail nicht eingerichtet. Sie bekommen Links, die Sie selbst verschicken, zum Beispiel in einem anderen Chat.',
  'invitations.setUpMail':
    'Um E-Mail einzurichten, starten Sie den Server mit der Adresse eines Mailservers. Siehe docs/guide/mail.md.',
  'invitations.byHand': 'Per E-Mail-Adresse, jeweils mit einem Link, den Sie selbst verschicken',
  'invitations.uses': 'Anzahl der Nutzungen',
  'invitations.people': { one: '{count} Person', other: '{count} Personen' },
  'invitations.noMaximum': 'Unbegrenzt',
  'invitations.joined': { one: '{count} ist beigetreten', other: '{count} sind beigetreten' },
  'invitations.joinedOf': {
    one: '{uses} von {count} beigetreten',
    other: '{uses} von {count} beigetreten',
  },
  'invitations.replaceLink': 'Neuer Link: {name}',
  'invitations.newLink': 'Ein neuer Link wurde erstellt. Der alte gilt nicht mehr.',
  'invitations.linkLabel': 'Einladungslink',
  'invitations.how': 'Einladen',
  'invitations.mail': 'Per E-Mail, mit einem Link pro Person',
  'invitations.link': 'Mit einem Link für alle',
  'invitations.sent': 'Einladungen gesendet.',
  'invitations.send': 'Einladungen senden',
  'invitations.makeLink': 'Link erstellen',
  'invitations.addresses': 'E-Mail-Adressen',
  'invitations.addressesHelp': 'Durch Kommas oder Zeilenumbrüche getrennt, mit oder ohne Namen.',
  'invitations.tellMe': 'Mich benachrichtigen, wenn jemand beitritt',
  'invitations.aLink': 'Einladungslink',
  'invitations.revokeTitle': '{name} widerrufen?',
  'invitations.revoke': 'Widerrufen',
  'invitations.revokeText': 'Niemand kann mehr damit beitreten.',
  'invitations.resend': 'Erneut senden: {name}',
  'invitations.copyLink': 'Link kopieren',
  'invitations.revokeName': 'Widerrufen: {name}',
  'invitations.sentAgain': 'Einladung erneut gesendet.',
  'invitations.by': 'von {who}',
  'invitations.whom': 'Eingeladen',
  'invitations.none': 'Keine offenen Einladungen.',
  'invitations.days': { one: '{count} Tag', other: '{count} Tage' },
};
