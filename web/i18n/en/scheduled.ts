// English texts for scheduled messages and reminders.

export const later = {
  'later.send': 'Schedule for later',
  'later.schedule': 'Schedule',
  'later.inOneHour': 'In an hour',
  'later.thisEvening': 'This evening',
  'later.tomorrow': 'Tomorrow',
  'later.nextMonday': 'Next Monday',
  'later.another': 'Custom time',
  'later.notAhead': 'Choose a time in the future.',
  'later.filesWaiting': 'A file is still uploading. Schedule the message when it is done.',
  'later.scheduled': 'Scheduled for {when}',
  'later.show': 'Show',
  'later.noneScheduled': 'No scheduled messages. To schedule one, use the clock next to “Send”.',
  'later.noReminders': 'No reminders. To set one, use a message’s menu.',
  'later.failed': 'Couldn’t be sent',
  'later.goOn': 'Edit message',
  'later.anotherTime': 'Change time',
  'later.delete': 'Delete scheduled message',
  'later.remind': 'Remind me',
  'later.willRemind': 'You’ll be reminded {when}',
  'later.deleteReminder': 'Delete reminder',
} as const;
