// German texts for dates.

export const dates = {
  'dates.today': 'Heute',
  'dates.yesterday': 'Gestern',
};
