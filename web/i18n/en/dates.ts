// English texts for dates.

export const dates = {
  'dates.today': 'Today',
  'dates.yesterday': 'Yesterday',
} as const;
