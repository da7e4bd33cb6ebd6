// Umfragen und Aufgabenlisten.

export const widgets = {
  'widgets.poll': 'Umfrage',
  'widgets.todo': 'Aufgabenliste',
  'widgets.tasks': 'Aufgaben',
  'widgets.voteFor': { one: '{choice}, {count} Stimme', other: '{choice}, {count} Stimmen' },
  'widgets.editQuestion': 'Frage ändern',
  'widgets.editTitle': 'Titel ändern',
  'widgets.newChoice': 'Weitere Antwort',
  'widgets.newTask': 'Weitere Aufgabe',
  'widgets.taskDescription': 'Einzelheiten (dürfen fehlen)',
  'widgets.add': 'Hinzufügen',
  'widgets.newPoll': 'Neue Umfrage',
  'widgets.question': 'Frage',
  'widgets.choices': 'Antworten',
  'widgets.choice': 'Antwort {number}',
  'widgets.newTodo': 'Neue Aufgabenliste',
  'widgets.title': 'Titel (darf fehlen)',
  'widgets.task': 'Aufgabe {number}',
  'widgets.detailsOf': 'Einzelheiten zu Aufgabe {number}',
  'widgets.others': 'Alle, die sie lesen, können weitere hinzufügen.',
} as const;
