// What the sections of the organization are called.

export const sections = {
  'sections.profile': 'Profile',
  'sections.people': 'People',
  'sections.exports': 'Data exports',
} as const;
