// What is to be sent, or to be remembered, later.

export const later = {
  'later.send': 'Für später planen',
  'later.schedule': 'Planen',
  'later.inOneHour': 'In einer Stunde',
  'later.thisEvening': 'Heute Abend',
  'later.tomorrow': 'Morgen',
  'later.nextMonday': 'Nächsten Montag',
  'later.another': 'Ein anderer Zeitpunkt',
  'later.notAhead': 'Dieser Zeitpunkt ist vorbei. Wählen Sie einen, der noch kommt.',
  'later.filesWaiting':
    'Eine Datei wartet auf das Netz. Sie muss gesendet sein, bevor die Nachricht auf ihre Zeit warten kann.',
  'later.scheduled': 'Wird gesendet: {when}',
  'later.show': 'Anzeigen',
  'later.noneScheduled':
    'Nichts wartet darauf, gesendet zu werden. Die Uhr neben „Senden“ lässt eine Nachricht auf ihre Zeit warten.',
  'later.noReminders': 'Keine Erinnerungen. Das Menü einer Nachricht lässt Sie an sie erinnern.',
  'later.failed': 'Sie konnte nicht gesendet werden',
  'later.goOn': 'Weiterschreiben',
  'later.anotherTime': 'Anderen Zeitpunkt wählen',
  'later.delete': 'Geplante Nachricht löschen',
  'later.remind': 'Erinnern',
  'later.willRemind': 'Sie werden erinnert: {when}',
  'later.deleteReminder': 'Erinnerung löschen',
};
