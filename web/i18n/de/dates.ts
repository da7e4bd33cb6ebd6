// Days.

export const dates = {
  'dates.today': 'Heute',
  'dates.yesterday': 'Gestern',
};
