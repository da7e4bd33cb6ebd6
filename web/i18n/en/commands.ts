// English texts for slash commands.

export const commands = {
  'command.me': 'Say what you are doing',
  'command.poll': 'Start a poll',
  'command.todo': 'Start a to-do list',
  'command.remind': 'Get a reminder',
  'command.dark': 'Use the dark theme',
  'command.light': 'Use the light theme',
  'command.fluid-width': 'Use the full width',
  'command.fixed-width': 'Use a fixed width',
  'command.ping': 'Measure the response time',
  'command.argument.me': 'does something',
  'command.argument.poll': 'question',
  'command.argument.todo': 'title',
  'command.argument.remind': 'when what',
  'command.answered': 'The server answered in {milliseconds} ms.',
} as const;
