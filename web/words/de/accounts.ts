// Konten, wie Verwalter sie sehen und ändern.

import type { TranslationOf } from '../catalogue.ts';
import type { accounts as english } from '../en/accounts.ts';

export const accounts: TranslationOf<typeof english> = {
  'accounts.filter': 'Nach Name oder Adresse suchen',
  'accounts.role': 'Rolle',
  'accounts.allRoles': 'Alle Rollen',
  'accounts.active': 'Aktiv',
  'accounts.deactivated': 'Deaktiviert',
  'accounts.invited': 'Eingeladen',
  'accounts.name': 'Name',
  'accounts.joined': 'Dabei seit',
  'accounts.manage': 'Verwalten',
  'accounts.managePerson': '{name} verwalten',
  'accounts.empty': 'Niemand passt dazu.',
  'accounts.ownersOnly': 'Nur Eigentümer ändern die Rolle eines Eigentümers.',
  'accounts.guestFirst': 'Ein Gast wird zuerst Mitglied, bevor mehr daraus wird.',
  'accounts.profile': 'Profil',
  'accounts.ownersDeactivate': 'Nur Eigentümer deaktivieren Eigentümer.',
  'accounts.isActive': 'Aktives Konto',
  'accounts.isDeactivated': 'Deaktiviertes Konto',
  'accounts.deactivate': '{name} deaktivieren',
  'accounts.reactivate': '{name} zurückholen',
  'accounts.deactivateTitle': '{name} deaktivieren?',
  'accounts.deactivateButton': 'Deaktivieren',
  'accounts.deactivatedNow': '{name} ist deaktiviert.',
  'accounts.loggedOut': 'Die Person wird überall abgemeldet und kann sich nicht mehr anmelden.',
  'accounts.invitationsToo': 'Ihre Einladungen und Einladungslinks gelten nicht mehr.',
  'accounts.canComeBack': 'Ihre Nachrichten bleiben, und sie kann jederzeit zurückgeholt werden.',
  'accounts.tell': 'Die Person per E-Mail benachrichtigen',
  'accounts.notice': 'Was die E-Mail außerdem sagt',
  'accounts.erase': 'Endgültig auch',
  'accounts.delete_profile': 'Namen und Bild entfernen',
  'accounts.delete_public_channel_messages': 'Ihre Nachrichten in öffentlichen Kanälen löschen',
  'accounts.delete_private_channel_messages': 'Ihre Nachrichten in privaten Kanälen löschen',
  'accounts.delete_direct_messages': 'Ihre Direktnachrichten löschen',
  'accounts.eraseNote': 'Das lässt sich nicht zurücknehmen und gilt auch für die Bots der Person.',
  'accounts.botsToo': {
    one: '{count} Bot der Person wird auch deaktiviert.',
    other: '{count} Bots der Person werden auch deaktiviert.',
  },
};
