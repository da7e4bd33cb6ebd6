// German texts for scheduled messages and reminders.

export const later = {
  'later.send': 'Für später planen',
  'later.schedule': 'Planen',
  'later.inOneHour': 'In einer Stunde',
  'later.thisEvening': 'Heute Abend',
  'later.tomorrow': 'Morgen',
  'later.nextMonday': 'Nächsten Montag',
  'later.another': 'Eigener Zeitpunkt',
  'later.notAhead': 'Wählen Sie einen Zeitpunkt in der Zukunft.',
  'later.filesWaiting':
    'Eine Datei wird noch hochgeladen. Planen Sie die Nachricht, sobald das abgeschlossen ist.',
  'later.scheduled': 'Geplant für {when}',
  'later.show': 'Anzeigen',
  'later.noneScheduled': 'Keine geplanten Nachrichten. Zum Planen dient die Uhr neben „Senden“.',
  'later.noReminders': 'Keine Erinnerungen. Sie legen eine im Menü einer Nachricht an.',
  'later.failed': 'Konnte nicht gesendet werden',
  'later.goOn': 'Nachricht bearbeiten',
  'later.anotherTime': 'Zeitpunkt ändern',
  'later.delete': 'Geplante Nachricht löschen',
  'later.remind': 'Erinnern',
  'later.willRemind': 'Sie werden erinnert: {when}',
  'later.deleteReminder': 'Erinnerung löschen',
};
