// What the organization is, and what administrators set in it.

export const organization = {
  'organization.noDescription': 'Nobody has described this organization yet.',
  'organization.address': 'reached at {address}',
  'organization.people': { one: '{count} person', other: '{count} people' },
  'organization.channels': { one: '{count} channel that you see', other: '{count} channels that you see' },
  'organization.exportsHelp':
    'An archive holds what is public here; with private data also what people let administrators export.',
  'organization.noExports': 'No export was asked for yet.',
  'organization.onlyOwners': 'Only owners see this.',
  'organization.onlyAdministrators': 'Only administrators see this.',
  'organization.public': 'Public data',
  'organization.withConsent': 'With private data of those who allow it',
  'organization.everything': 'With all private data',
  'organization.askedBy': 'asked for by {who}',
  'organization.download': 'Download',
  'organization.pending': 'It is being made…',
  'organization.failed': 'It could not be made.',
  'organization.deleted': 'Its archive was deleted.',
  'organization.startPublic': 'Export public data',
  'organization.startWithConsent': 'Export with private data of those who allow it',
  'organization.startEverything': 'Export everything',
  'organization.consents': {
    one: '{count} of {all} people lets administrators export their private data.',
    other: '{count} of {all} people let administrators export their private data.',
  },
  'organization.deleteArchive': 'Delete the archive',
  'organization.deleteArchiveTitle': 'Delete this archive?',
  'organization.deleteArchiveText': 'It can no longer be downloaded. The messages of the organization stay.',
} as const;
