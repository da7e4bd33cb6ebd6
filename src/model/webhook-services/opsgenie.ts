// Opsgenie.

import type { Integration } from '../incoming-webhooks/integration.ts';
import { UnsupportedEvent } from '../incoming-webhooks/refusals.ts';
import { code, factList, link, plain } from '../incoming-webhooks/text.ts';

const events = [
  'AddTeam',
  'UnAcknowledge',
  'AddNote',
  'TestAction',
  'Close',
  'Escalate',
  'AddRecipient',
  'RemoveTags',
  'Acknowledge',
  'Delete',
  'AddTags',
  'TakeOwnership',
  'Create',
  'AssignOwnership',
  'AddDetails',
  'RemoveDetails',
  'AddResponder',
  'Snooze',
  'SnoozeEnded',
  'UnSnooze',
  'UpdatePriority',
  'UpdateDescription',
  'UpdateMessage',
  'CustomAction',
];

export const opsgenie: Integration = {
  name: 'opsgenie',
  displayName: 'Opsgenie',
  events,
  read({ payload }) {
    const action = payload.text('action');
    if (!events.includes(action)) throw new UnsupportedEvent(action);
    const topic = payload.text('integrationName');
    const alert = payload.at('alert');
    const page = `https://app.opsgenie.com/alert/V2#/show/${encodeURIComponent(alert.text('alertId'))}`;
    const tags = alert.optionalList('tags').map((tag) => code(tag.asText()));
    const details = factList([
      ['Message', plain(alert.optionalText('message'))],
      ['Note', plain(alert.optionalText('note'))],
      ['Recipient', plain(alert.optionalText('recipient'))],
      ['Team', plain(alert.optionalText('team'))],
      ['Owner', plain(alert.optionalText('owner'))],
      ['Escalation', plain(payload.optionalText('escalationName'))],
      ['Priority', plain(alert.optionalText('priority'))],
      ['Added tags', plain(alert.optionalText('addedTags'))],
      ['Removed tags', plain(alert.optionalText('removedTags'))],
      ['Tags', tags.join(', ')],
      ['By', plain(alert.optionalText('username'))],
    ]);
    const content = `${link('Opsgenie alert', page)}: **${plain(action)}**\n${details}`.trim();
    return { event: action, topic, content };
  },
};
