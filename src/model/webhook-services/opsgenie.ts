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
    const tags = alert.listIn('tags').map((tag) => code(tag.asText()));
    const details = factList([
      ['Message', plain(alert.textIn('message'))],
      ['Note', plain(alert.textIn('note'))],
      ['Recipient', plain(alert.textIn('recipient'))],
      ['Team', plain(alert.textIn('team'))],
      ['Owner', plain(alert.textIn('owner'))],
      ['Escalation', plain(payload.textIn('escalationName'))],
      ['Priority', plain(alert.textIn('priority'))],
      ['Added tags', plain(alert.textIn('addedTags'))],
      ['Removed tags', plain(alert.textIn('removedTags'))],
      ['Tags', tags.join(', ')],
      ['By', plain(alert.textIn('username'))],
    ]);
    const content = `${link('Opsgenie alert', page)}: **${plain(action)}**\n${details}`.trim();
    return { event: action, topic, content };
  },
};
