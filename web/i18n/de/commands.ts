// German texts for slash commands.

export const commands = {
  'command.me': 'Sagen, was Sie tun',
  'command.poll': 'Eine Umfrage beginnen',
  'command.todo': 'Eine Aufgabenliste beginnen',
  'command.remind': 'Eine Erinnerung erhalten',
  'command.dark': 'Dunkle Darstellung',
  'command.light': 'Helle Darstellung',
  'command.fluid-width': 'Volle Breite',
  'command.fixed-width': 'Feste Breite',
  'command.ping': 'Antwortzeit messen',
  'command.argument.me': 'tut etwas',
  'command.argument.poll': 'Frage',
  'command.argument.todo': 'Titel',
  'command.argument.remind': 'wann was',
  'command.answered': 'Der Server hat nach {milliseconds} ms geantwortet.',
} as const;
