// Statuspage: incidents, and changes of the status of components.

import { bold, link, plainLine, quote } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnreadablePayloadError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

export const statuspage: WebhookService = {
  name: 'statuspage',
  displayName: 'Statuspage',
  events: ['incident', 'component'],
  read({ payload }) {
    const page = payload.optionalText('page.status_description');
    if (payload.has('incident')) {
      const incident = payload.at('incident');
      const name = incident.text('name');
      const status = bold(incident.text('status').replaceAll('_', ' '));
      const impact = incident.optionalText('impact');
      const sentence = `${link(name, incident.optionalText('shortlink'))} is ${status}${impact === '' || impact === 'none' ? '' : ` (impact: ${plainLine(impact)})`}.`;
      const body = quote(incident.optionalText('incident_updates.0.body'));
      return {
        event: 'incident',
        topic: `${name}: ${page}`,
        content: body === '' ? sentence : `${sentence}\n\n${body}`,
      };
    }
    if (payload.has('component')) {
      const name = payload.text('component.name');
      const [from, to] = [
        payload.text('component_update.old_status'),
        payload.text('component_update.new_status'),
      ];
      const statusText = (status: string) => bold(status.replaceAll('_', ' '));
      return {
        event: 'component',
        topic: `${name}: ${page}`,
        content: `${bold(name)} went from ${statusText(from)} to ${statusText(to)}.`,
      };
    }
    throw new UnreadablePayloadError("The payload has neither 'incident' nor 'component'.");
  },
};
