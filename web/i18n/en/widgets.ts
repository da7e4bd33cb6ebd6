// English texts for polls and to-do lists.

export const widgets = {
  'widgets.poll': 'Poll',
  'widgets.todo': 'To-do list',
  'widgets.tasks': 'Tasks',
  'widgets.voteFor': { one: '{choice}, {count} vote', other: '{choice}, {count} votes' },
  'widgets.editQuestion': 'Edit question',
  'widgets.editTitle': 'Edit title',
  'widgets.newChoice': 'Add a choice',
  'widgets.newTask': 'Add a task',
  'widgets.taskDescription': 'Details (optional)',
  'widgets.add': 'Add',
  'widgets.newPoll': 'New poll',
  'widgets.question': 'Question',
  'widgets.choices': 'Choices',
  'widgets.choice': 'Choice {number}',
  'widgets.newTodo': 'New to-do list',
  'widgets.title': 'Title (optional)',
  'widgets.task': 'Task {number}',
  'widgets.detailsOf': 'Details of task {number}',
  'widgets.others': 'Everyone who can read it can add more.',
} as const;
