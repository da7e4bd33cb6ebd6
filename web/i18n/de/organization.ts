// German texts for the overview of the organization and its administration.

import type { TranslationOf } from '../catalogue.ts';
import type { organization as english } from '../en/organization.ts';

export const organization: TranslationOf<typeof english> = {
  'organization.noDescription': 'Noch keine Beschreibung.',
  'organization.address': '{address}',
  'organization.people': { one: '{count} Person', other: '{count} Personen' },
  'organization.channels': {
    one: '{count} sichtbarer Kanal',
    other: '{count} sichtbare Kanäle',
  },
  'organization.exportsHelp':
    'Ein Export enthält öffentliche Daten und auf Wunsch private Daten von Personen, die das erlauben.',
  'organization.noExports': 'Noch keine Exporte.',
  'organization.onlyOwners': 'Nur Inhaberinnen und Inhaber können das sehen.',
  'organization.onlyAdministrators': 'Nur die Administration kann das sehen.',
  'organization.public': 'Öffentliche Daten',
  'organization.withConsent': 'Mit privaten Daten von Personen, die das erlauben',
  'organization.everything': 'Mit allen privaten Daten',
  'organization.askedBy': 'angefordert von {who}',
  'organization.download': 'Herunterladen',
  'organization.pending': 'In Arbeit …',
  'organization.failed': 'Export fehlgeschlagen.',
  'organization.deleted': 'Dieses Archiv wurde gelöscht.',
  'organization.startPublic': 'Öffentliche Daten exportieren',
  'organization.startWithConsent': 'Mit freigegebenen privaten Daten exportieren',
  'organization.startEverything': 'Alles exportieren',
  'organization.consents': {
    one: '{count} von {all} Personen erlaubt den Export privater Daten.',
    other: '{count} von {all} Personen erlauben den Export privater Daten.',
  },
  'organization.deleteArchive': 'Archiv löschen',
  'organization.deleteArchiveTitle': 'Dieses Archiv löschen?',
  'organization.deleteArchiveText':
    'Es kann nicht mehr heruntergeladen werden. Die Nachrichten der Organisation bleiben.',
};
