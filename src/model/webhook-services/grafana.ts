// Grafana, with the alerts of version 8 and later, and legacy alerts.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  code,
  link,
  nonBlankLines,
  plainLine,
  timeMark,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnreadablePayloadError } from '../incoming-webhooks/webhook-errors.ts';
import {
  boundedItems,
  type WebhookMessage,
  type WebhookService,
} from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

const marks = lookupTable<string>({
  firing: ':alert:',
  alerting: ':alert:',
  resolved: ':squared_ok:',
  ok: ':squared_ok:',
});
const NO_END = '0001-01-01T00:00:00Z';

function listOf(title: string, values: PayloadField | undefined): string {
  const entries = values?.isObject ? values.entries() : [];
  const items = entries.map(
    ([name, value]) =>
      `* ${plainLine(name)}: ${value.value === null ? 'none' : plainLine(value.isObject || value.isList ? JSON.stringify(value.value) : String(value.value))}`,
  );
  return items.length === 0 ? '' : `\n${title}:\n${items.join('\n')}`;
}

function alertText(alert: PayloadField, status: string, name: string): string {
  const end = alert.optionalText('endsAt');
  const links = [
    ['Generator', 'generatorURL'],
    ['Silence', 'silenceURL'],
    ['Dashboard', 'dashboardURL'],
    ['Panel', 'panelURL'],
    ['Image', 'imageURL'],
  ].flatMap(([word = '', field = '']) =>
    alert.optionalText(field) === '' ? [] : [link(word, alert.text(field))],
  );
  const began = alert.has('startsAt') ? `Since ${timeMark(alert.text('startsAt'))}` : '';
  const ended = end === '' || end === NO_END || status === 'firing' ? '' : `, ended at ${timeMark(end)}`;
  const values = alert.optional('values')
    ? listOf('Values', alert.optional('values'))
    : alert.optionalText('valueString') === ''
      ? ''
      : `\nValues: ${code(alert.text('valueString'))}`;
  return nonBlankLines(
    `${marks[status] ?? ':info:'} **${status.toUpperCase()}** ${bold(name)}`.trim(),
    began === '' ? '' : `${began}${ended}.`,
    listOf('Labels', alert.optional('labels')),
    values,
    listOf('Annotations', alert.optional('annotations')),
    links.length > 0 && `\n${links.join(' · ')}`,
  );
}

function alertsOf(payload: PayloadField): WebhookMessage[] {
  return boundedItems(payload.list('alerts')).map((alert) => {
    const status = alert.text('status');
    if (status !== 'firing' && status !== 'resolved')
      throw new UnreadablePayloadError(`An alert must be firing or resolved, not '${status.slice(0, 50)}'.`);
    const name = alert.optionalText('labels.alertname');
    const topic = `[${name === '' ? alert.text('fingerprint') : name}]`;
    return { event: status, topic, content: alertText(alert, status, name) };
  });
}

export const grafana: WebhookService = {
  name: 'grafana',
  displayName: 'Grafana',
  events: ['ok', 'pending', 'alerting', 'paused', 'no_data', 'unknown', 'firing', 'resolved'],
  signature: digestSignature('X-Grafana-Alerting-Signature'),
  read({ payload }) {
    if (payload.has('alerts')) return alertsOf(payload);
    const state = payload.text('state');
    if (!grafana.events?.includes(state))
      throw new UnreadablePayloadError(`The alert state '${state.slice(0, 50)}' is unknown.`);
    const matches = payload
      .optionalList('evalMatches')
      .map(
        (match) =>
          `* ${plainLine(match.text('metric'))}: ${plainLine(match.optionalText('value') || 'none')}`,
      );
    const content = nonBlankLines(
      `${marks[state] ?? ':info:'} **${state.toUpperCase()}** ${link(payload.text('ruleName'), payload.optionalText('ruleUrl'))}`,
      plainLine(payload.optionalText('message'), 2000),
      ...matches,
      payload.optionalText('imageUrl') !== '' && link('Picture', payload.text('imageUrl')),
    );
    return { event: state, topic: payload.text('title'), content };
  },
};
