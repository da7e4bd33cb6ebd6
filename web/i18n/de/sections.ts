// German texts for the sections of the organization settings.

import type { TranslationOf } from '../catalogue.ts';
import type { sections as english } from '../en/sections.ts';

export const sections: TranslationOf<typeof english> = {
  'sectionGroup.people': 'Personen',
  'sectionGroup.rules': 'Regeln',
  'sectionGroup.content': 'Inhalte',
  'sectionGroup.data': 'Daten',
  'sections.profile': 'Profil',
  'sections.bots': 'Bots',
  'sections.groups': 'Gruppen',
  'sections.channels': 'Kanäle',
  'sections.newcomers': 'Neue Personen',
  'sections.people': 'Personen',
  'sections.joining': 'Beitreten und Anmelden',
  'sections.permissions': 'Rechte',
  'sections.messages': 'Nachrichten',
  'sections.retention': 'Aufbewahrung',
  'sections.notices': 'Hinweise und E-Mail',
  'sections.programs': 'Anrufe und mehr',
  'sections.emoji': 'Eigene Emoji',
  'sections.linkifiers': 'Linkifier',
  'sections.playgrounds': 'Code-Playgrounds',
  'sections.fields': 'Profilfelder',
  'sections.limits': 'Limits',
  'sections.domains': 'Erlaubte Domains',
  'sections.mail': 'Kanal-E-Mail',
  'sections.audit': 'Protokoll',
  'sections.exports': 'Datenexporte',
  'sections.deactivation': 'Deaktivierung',
};
