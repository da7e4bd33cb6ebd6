// Was die Organisation ist, und was darin verwaltet wird.

import type { TranslationOf } from '../catalogue.ts';
import type { organization as english } from '../en/organization.ts';

export const organization: TranslationOf<typeof english> = {
  'organization.noDescription': 'Niemand hat diese Organisation bisher beschrieben.',
  'organization.address': 'zu erreichen unter {address}',
  'organization.people': { one: '{count} Person', other: '{count} Personen' },
  'organization.channels': {
    one: '{count} für Sie sichtbarer Kanal',
    other: '{count} für Sie sichtbare Kanäle',
  },
  'organization.exportsHelp':
    'Ein Archiv enthält, was hier öffentlich ist; mit privaten Daten auch, was Personen zum Export freigeben.',
  'organization.noExports': 'Bisher wurde kein Export verlangt.',
  'organization.onlyOwners': 'Das sehen nur Inhaberinnen und Inhaber.',
  'organization.onlyAdministrators': 'Das sieht nur die Administration.',
  'organization.public': 'Öffentliche Daten',
  'organization.withConsent': 'Mit privaten Daten derer, die es erlauben',
  'organization.everything': 'Mit allen privaten Daten',
  'organization.askedBy': 'verlangt von {who}',
  'organization.download': 'Herunterladen',
  'organization.pending': 'Er wird erstellt …',
  'organization.failed': 'Er konnte nicht erstellt werden.',
  'organization.deleted': 'Sein Archiv wurde gelöscht.',
  'organization.startPublic': 'Öffentliche Daten exportieren',
  'organization.startWithConsent': 'Mit privaten Daten derer exportieren, die es erlauben',
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
