// English texts for the help dialogs: formatting, search and information about Parley.

export const help = {
  'help.formatting': 'Message formatting',
  'help.what': 'Format',
  'help.youType': 'You type',
  'help.youGet': 'You get',
  'help.codeBlock': 'Code block',
  'help.heading': 'Heading',
  'help.table': 'Table',
  'help.time': 'Time, shown in each reader’s time zone',
  'help.mention': 'Mentions a person or group. Choose one from the list as you type.',
  'help.channel': 'Links to a channel',
  'help.topic': 'Links to a topic',
  'help.operators': 'Search operators',
  'help.operatorsText': 'Combine words and operators, for example “release sender:me has:link”.',
  'help.finds': 'Finds messages',
  'help.negated': 'A minus sign excludes messages.',
  'help.quoted': 'Quotation marks find an exact phrase.',
  'help.about': 'About Parley',
  'help.version': 'Version',
  'help.level': 'API feature level',
} as const;
