// Opsgenie: actions on alerts. The topic is the integration that reported the alert.

import { code, factList, link, plainLine } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

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

export const opsgenie: WebhookService = {
  name: 'opsgenie',
  displayName: 'Opsgenie',
  events,
  read({ payload }) {
    const action = payload.text('action');
    if (!events.includes(action)) throw new UnsupportedEventError(action);
    const topic = payload.text('integrationName');
    const alert = payload.at('alert');
    const page = `https://app.opsgenie.com/alert/V2#/show/${encodeURIComponent(alert.text('alertId'))}`;
    const tags = alert.optionalList('tags').map((tag) => code(tag.asText()));
    const details = factList([
      ['Message', plainLine(alert.optionalText('message'))],
      ['Note', plainLine(alert.optionalText('note'))],
      ['Recipient', plainLine(alert.optionalText('recipient'))],
      ['Team', plainLine(alert.optionalText('team'))],
      ['Owner', plainLine(alert.optionalText('owner'))],
      ['Escalation', plainLine(payload.optionalText('escalationName'))],
      ['Priority', plainLine(alert.optionalText('priority'))],
      ['Added tags', plainLine(alert.optionalText('addedTags'))],
      ['Removed tags', plainLine(alert.optionalText('removedTags'))],
      ['Tags', tags.join(', ')],
      ['By', plainLine(alert.optionalText('username'))],
    ]);
    const content = `${link('Opsgenie alert', page)}: **${plainLine(action)}**\n${details}`.trim();
    return { event: action, topic, content };
  },
};
