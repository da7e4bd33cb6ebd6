// What is to be sent, or to be remembered, later.

export const later = {
  'later.send': 'Schedule for later',
  'later.schedule': 'Schedule',
  'later.inOneHour': 'In an hour',
  'later.thisEvening': 'This evening',
  'later.tomorrow': 'Tomorrow',
  'later.nextMonday': 'Next Monday',
  'later.another': 'Another time',
  'later.notAhead': 'That moment has passed. Choose one that is ahead.',
  'later.filesWaiting':
    'A file waits for the network. It must be sent before the message can wait for its time.',
  'later.scheduled': 'It will be sent {when}',
  'later.show': 'Show',
  'later.noneScheduled': 'Nothing waits to be sent. The clock beside “Send” has a message wait for its time.',
  'later.noReminders': 'No reminders. The menu of a message has you reminded of it.',
  'later.failed': 'It could not be sent',
  'later.goOn': 'Write on',
  'later.anotherTime': 'Choose another time',
  'later.delete': 'Delete the scheduled message',
  'later.remind': 'Remind me',
  'later.willRemind': 'You will be reminded {when}',
  'later.deleteReminder': 'Delete the reminder',
} as const;
