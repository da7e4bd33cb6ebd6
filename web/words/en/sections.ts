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
  'sections.programs': 'Calls, other programs',
  'sections.exports': 'Data exports',
} as const;
