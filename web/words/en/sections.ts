// What the sections of the organization are called.

export const sections = {
  'sections.profile': 'Profile',
  'sections.bots': 'Bots',
  'sections.groups': 'User groups',
  'sections.channels': 'Channels',
  'sections.newcomers': 'New people',
  'sections.people': 'People',
  'sections.joining': 'Joining and log-in',
  'sections.permissions': 'Permissions',
  'sections.messages': 'Messages',
  'sections.retention': 'Message retention',
  'sections.notices': 'Notices and mails',
  'sections.programs': 'Calls and more',
  'sections.emoji': 'Emoji',
  'sections.linkifiers': 'Linkifiers',
  'sections.playgrounds': 'Code playgrounds',
  'sections.fields': 'Profile fields',
  'sections.domains': 'Allowed domains',
  'sections.mail': 'Mail addresses',
  'sections.exports': 'Data exports',
  'sections.deactivation': 'Deactivation',
} as const;
