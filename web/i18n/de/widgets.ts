// German texts for polls and to-do lists.

export const widgets = {
  'widgets.poll': 'Umfrage',
  'widgets.todo': 'Aufgabenliste',
  'widgets.tasks': 'Aufgaben',
  'widgets.voteFor': { one: '{choice}, {count} Stimme', other: '{choice}, {count} Stimmen' },
  'widgets.editQuestion': 'Frage bearbeiten',
  'widgets.editTitle': 'Titel bearbeiten',
  'widgets.newChoice': 'Antwort hinzufügen',
  'widgets.newTask': 'Aufgabe hinzufügen',
  'widgets.taskDescription': 'Einzelheiten (optional)',
  'widgets.add': 'Hinzufügen',
  'widgets.newPoll': 'Neue Umfrage',
  'widgets.question': 'Frage',
  'widgets.choices': 'Antworten',
  'widgets.choice': 'Antwort {number}',
  'widgets.newTodo': 'Neue Aufgabenliste',
  'widgets.title': 'Titel (optional)',
  'widgets.task': 'Aufgabe {number}',
  'widgets.detailsOf': 'Einzelheiten zu Aufgabe {number}',
  'widgets.others': 'Alle, die das lesen können, können weitere hinzufügen.',
} as const;
