// English texts for the overview of the organization and its administration.

export const organization = {
  'organization.noDescription': 'No description yet.',
  'organization.address': '{address}',
  'organization.people': { one: '{count} person', other: '{count} people' },
  'organization.channels': { one: '{count} visible channel', other: '{count} visible channels' },
  'organization.exportsHelp':
    'An export contains public data and, if you choose, private data of people who allow it.',
  'organization.noExports': 'No exports yet.',
  'organization.onlyOwners': 'Only owners can see this.',
  'organization.onlyAdministrators': 'Only administrators can see this.',
  'organization.public': 'Public data',
  'organization.withConsent': 'Including private data of people who allow it',
  'organization.everything': 'Including all private data',
  'organization.askedBy': 'requested by {who}',
  'organization.download': 'Download',
  'organization.pending': 'In progress…',
  'organization.failed': 'Export failed.',
  'organization.deleted': 'This archive was deleted.',
  'organization.startPublic': 'Export public data',
  'organization.startWithConsent': 'Export including consented private data',
  'organization.startEverything': 'Export everything',
  'organization.consents': {
    one: '{count} of {all} people allows exporting private data.',
    other: '{count} of {all} people allow exporting private data.',
  },
  'organization.deleteArchive': 'Delete archive',
  'organization.deleteArchiveTitle': 'Delete this archive?',
  'organization.deleteArchiveText': 'It can no longer be downloaded. The organization’s messages stay.',
} as const;
