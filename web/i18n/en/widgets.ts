// Polls and lists of tasks.

export const widgets = {
  'widgets.poll': 'Poll',
  'widgets.todo': 'To-do list',
  'widgets.tasks': 'Tasks',
  'widgets.voteFor': { one: '{choice}, {count} vote', other: '{choice}, {count} votes' },
  'widgets.editQuestion': 'Change the question',
  'widgets.editTitle': 'Change the title',
  'widgets.newChoice': 'Another choice',
  'widgets.newTask': 'Another task',
  'widgets.taskDescription': 'Details (may be empty)',
  'widgets.add': 'Add',
  'widgets.newPoll': 'New poll',
  'widgets.question': 'Question',
  'widgets.choices': 'Choices',
  'widgets.choice': 'Choice {number}',
  'widgets.newTodo': 'New to-do list',
  'widgets.title': 'Title (may be empty)',
  'widgets.task': 'Task {number}',
  'widgets.detailsOf': 'Details of task {number}',
  'widgets.others': 'Everybody who reads it may add more.',
} as const;
