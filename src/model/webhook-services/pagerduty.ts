// PagerDuty, with all three formats of its webhooks.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { code, link, plainLine, quote } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import {
  boundedItems,
  type WebhookMessage,
  type WebhookService,
} from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

/** The verbs for incident events, by the names of all three formats. */
const actions = lookupTable<string>({
  'incident.trigger': 'triggered',
  'incident.triggered': 'triggered',
  'incident.acknowledge': 'acknowledged',
  'incident.acknowledged': 'acknowledged',
  'incident.unacknowledge': 'unacknowledged',
  'incident.unacknowledged': 'unacknowledged',
  'incident.resolve': 'resolved',
  'incident.resolved': 'resolved',
  'incident.reopened': 'reopened',
  'incident.assign': 'assigned',
  'incident.reassigned': 'reassigned',
  'incident.escalate': 'escalated',
  'incident.escalated': 'escalated',
  'incident.delegate': 'delegated',
  'incident.delegated': 'delegated',
  'incident.annotate': 'annotated',
  'incident.annotated': 'annotated',
  'incident.priority_updated': 'priority updated',
  'incident.service_updated': 'service updated',
  'incident.status_update_published': 'status update published',
  'incident.responder.added': 'responder added',
  'incident.responder.replied': 'responder replied',
});

interface Incident {
  readonly type: string;
  /** For the topic and the text. Each format has its own, as in the reference server. */
  readonly name: string;
  readonly url: string;
  readonly service: string;
  readonly assignee: string;
  readonly agent: string;
  readonly detail: string;
}

function incidentMessage({ type, name, url, service, assignee, agent, detail }: Incident): WebhookMessage {
  const action = actions[type];
  if (action === undefined) throw new UnsupportedEventError(type);
  const by =
    agent !== '' && !/triggered/.test(action) ? ` by ${agent}` : service === '' ? '' : ` by ${service}`;
  const mark =
    action === 'resolved' ? ':squared_ok:' : /triggered|reopened|escalated/.test(action) ? ':alert:' : '';
  const assigneeNote = assignee !== '' && action !== 'resolved' ? ` (assigned to ${assignee})` : '';
  const serviceNote =
    action === 'unacknowledged' && agent !== '' && service !== '' ? ` (service ${service})` : '';
  const sentence = `${mark} Incident ${link(name, url)} ${action}${by}${serviceNote}${assigneeNote}.`.trim();
  const quoted = quote(detail);
  return {
    event: action,
    topic: `Incident ${name}`,
    content: quoted === '' ? sentence : `${sentence}\n\n${quoted}`,
  };
}

function personOf(field: PayloadField | undefined): string {
  if (!field) return '';
  const name = field.firstOf('summary', 'name', 'email');
  return link(name, field.optionalText('html_url'));
}

function version1(message: PayloadField): WebhookMessage {
  const incident = message.at('data.incident');
  const summary = incident.optional('trigger_summary_data');
  const resolver = personOf(incident.optional('resolved_by_user'));
  const isByPerson = /\.(?:acknowledge|resolve)$/.test(message.text('type'));
  const changer = isByPerson ? personOf(incident.optional('last_status_change_by')) : '';
  return incidentMessage({
    type: message.text('type'),
    name: incident.text('incident_number'),
    url: incident.text('html_url'),
    service: link(incident.text('service.name'), incident.optionalText('service.html_url')),
    assignee: personOf(incident.optional('assigned_to_user')),
    agent: resolver === '' ? changer : resolver,
    detail: [summary?.optionalText('subject') ?? '', summary?.optionalText('description') ?? '']
      .filter(Boolean)
      .join('\n'),
  });
}

function version2(message: PayloadField): WebhookMessage {
  const incident = message.at('incident');
  return incidentMessage({
    type: message.text('event'),
    name: incident.text('incident_number'),
    url: incident.text('html_url'),
    service: link(incident.text('service.name'), incident.optionalText('service.html_url')),
    assignee: personOf(incident.optional('assignments.0.assignee')),
    agent: personOf(incident.optional('last_status_change_by')),
    detail: [...new Set([incident.optionalText('title'), incident.optionalText('description')])]
      .filter(Boolean)
      .join('\n'),
  });
}

/** For example `Title (#5)`. */
function nameOf(number: string, title: string): string {
  return number === '' ? title : `${title} (#${number})`;
}

function version3(event: PayloadField): WebhookMessage {
  const data = event.at('data');
  // Notes and similar events refer to their incident; its number is only in the summary.
  const inner = data.optional('incident');
  const [, number = '', title = ''] = /^\[#(\d+)\] (.*)$/s.exec(inner?.optionalText('summary') ?? '') ?? [];
  return incidentMessage({
    type: event.text('event_type'),
    name: nameOf(
      inner ? number : data.text('number'),
      inner ? title || inner.optionalText('summary') : data.text('title'),
    ),
    url: inner ? inner.optionalText('html_url') : data.text('html_url'),
    service: data.has('service')
      ? link(data.text('service.summary'), data.optionalText('service.html_url'))
      : '',
    assignee: personOf(data.optional('assignees.0') ?? data.optional('user')),
    agent: personOf(event.optional('agent')),
    detail: inner
      ? data.firstOf('content', 'message')
      : data.optionalText('priority.summary') &&
        `Priority ${code(data.optionalText('priority.summary'))}, urgency ${plainLine(data.optionalText('urgency'))}`,
  });
}

export const pagerduty: WebhookService = {
  name: 'pagerduty',
  displayName: 'PagerDuty',
  events: [...new Set(Object.values(actions))],
  signature: digestSignature('X-PagerDuty-Signature', { prefix: 'v1=' }),
  read({ payload }) {
    const event = payload.optional('event');
    if (event?.isObject) {
      if (event.text('event_type') === 'pagey.ping') return undefined;
      return version3(event);
    }
    return boundedItems(payload.list('messages')).map((message) =>
      message.has('type') ? version1(message) : version2(message),
    );
  },
};
