// The sections of the personal settings, in display order.

export const settingSections = [
  'profile',
  'display',
  'notifications',
  'muting',
  'bots',
  'security',
  'key',
  'files',
] as const;
export type SettingSection = (typeof settingSections)[number];
