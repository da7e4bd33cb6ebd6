// Prometheus Alertmanager. Alerts with the same topic and state are posted together. The URL may choose the
// label for the topic and the one that describes the problem.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { link, plainLine } from '../incoming-webhooks/untrusted-markdown.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

const marks = lookupTable<string>({
  firing: ':alert: **Firing**',
  resolved: ':squared_ok: **Resolved**',
});

/** A label, or else an annotation, whose name may contain dots. */
function labelOf(alert: PayloadField, name: string): string {
  for (const part of ['labels', 'annotations']) {
    const found = alert
      .optional(part)
      ?.entries()
      .find(([label]) => label === name)?.[1];
    if (found) return found.asText();
  }
  return '';
}

interface Group {
  readonly topic: string;
  readonly status: string;
  readonly lines: string[];
}

export const alertmanager: WebhookService = {
  name: 'alertmanager',
  displayName: 'Prometheus Alertmanager',
  clientName: 'Alertmanager',
  urlOptions: [
    { key: 'name', label: 'The label whose value is the topic (instance by default)' },
    { key: 'desc', label: 'The label that describes the problem (alertname by default)' },
  ],
  read({ payload, query }) {
    const groups = new Map<string, Group>();
    for (const alert of payload.list('alerts')) {
      const topic = labelOf(alert, query.get('name') ?? 'instance') || '(unknown)';
      const status = alert.text('status');
      const group = groups.get(`${topic} ${status}`) ?? { topic, status, lines: [] };
      groups.set(`${topic} ${status}`, group);
      const problem =
        plainLine(labelOf(alert, query.get('desc') ?? 'alertname')) || 'an alert without a name';
      const summary = plainLine(alert.firstOf('annotations.summary', 'annotations.description'));
      const graph = alert.optionalText('generatorURL').replace('tab=1', 'tab=0');
      group.lines.push(`${problem} (${link('graph', graph)})${summary === '' ? '' : `: ${summary}`}`);
    }
    return [...groups.values()].map(({ topic, status, lines }) => {
      const mark = marks[status] ?? `:question: **${plainLine(status)}**`;
      const content =
        lines.length === 1 ? `${mark} ${lines[0]}` : [mark, ...lines.map((line) => `* ${line}`)].join('\n');
      return { event: status, topic, content };
    });
  },
};
