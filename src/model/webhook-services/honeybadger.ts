// Honeybadger: errors, outages and check-ins. Its messages start with the project and the environment, which
// become the topic.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  code,
  factList,
  link,
  nonBlankLines,
  plainLine,
  timeMark,
  withQuote,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

/** Splits `[Lamp/production] It is dark` into its two parts. */
function parts(payload: PayloadField): { topic: string; message: string } {
  const [, topic = '', message = ''] = /^\[([^\]\n]{1,200})\] ([\s\S]+)$/.exec(payload.text('message')) ?? [];
  return topic === '' ? { topic: 'default', message: payload.text('message') } : { topic, message };
}

const errorText = (payload: PayloadField) => {
  const fault = payload.at('fault');
  const name = [fault.text('klass'), fault.optionalText('message')].filter(Boolean).join(': ');
  return link(name, fault.optionalText('url'));
};
const by = (payload: PayloadField) => {
  const actorName = payload.optionalText('actor.name');
  return actorName === '' ? '' : ` by ${plainLine(actorName)}`;
};
const time = (field: PayloadField, path: string) => (field.has(path) ? timeMark(field.text(path)) : '');
const messageOf = (payload: PayloadField) => plainLine(parts(payload).message);
const withPage = (payload: PayloadField, page: string) =>
  link(parts(payload).message, payload.optionalText(page));

const formatOccurrence = (payload: PayloadField) =>
  nonBlankLines(
    `:alert: ${errorText(payload)}`,
    factList([
      ['Last seen', time(payload.at('fault'), 'last_notice_at')],
      ['Seen', plainLine(payload.optionalText('fault.notices_count'))],
      ['Component', code(payload.optionalText('fault.component'))],
      ['Action', code(payload.optionalText('fault.action'))],
    ]),
  );

const checkIn = (mark: string) => (payload: PayloadField) =>
  nonBlankLines(
    `${mark} ${withPage(payload, 'check_in.details_url')}`,
    factList([
      ['Check-in', plainLine(payload.optionalText('check_in.name'))],
      ['Expected', time(payload.at('check_in'), 'expected_at')],
      ['Reported', time(payload.at('check_in'), 'reported_at')],
    ]),
  );

const formatters = lookupTable<(payload: PayloadField) => string>({
  occurred: formatOccurrence,
  rate_exceeded: (payload) =>
    `:alert: ${link(parts(payload).message, payload.firstOf('notice.url', 'fault.url'))}`,
  volume_spike: (payload) => `:alert: ${messageOf(payload)}`,
  resolved: (payload) => `:squared_ok: ${errorText(payload)} was resolved${by(payload)}.`,
  unresolved: (payload) => `${errorText(payload)} was opened again${by(payload)}.`,
  assigned: (payload) =>
    `${errorText(payload)} was assigned to ${plainLine(payload.firstOf('assignee.name', 'assignee.email') || 'someone')}${by(payload)}.`,
  commented: (payload) =>
    withQuote(
      `${plainLine(payload.firstOf('comment.author', 'actor.name') || 'Someone')} commented on ${errorText(payload)}`,
      payload.text('comment.body'),
    ),
  deployed: (payload) =>
    nonBlankLines(
      messageOf(payload),
      factList([
        ['Environment', plainLine(payload.optionalText('deploy.environment'))],
        ['Revision', code(payload.optionalText('deploy.revision'))],
        ['User', plainLine(payload.optionalText('deploy.local_username'))],
      ]),
    ),
  down: (payload) => `:alert: ${withPage(payload, 'site.details_url')}`,
  up: (payload) => `:squared_ok: ${withPage(payload, 'site.details_url')}`,
  cert_will_expire: (payload) => `:warning: ${withPage(payload, 'site.details_url')}`,
  check_in_missing: checkIn(':alert:'),
  check_in_reporting: checkIn(':squared_ok:'),
  alarm_alert: (payload) => `:alert: ${bold(parts(payload).message)}`,
  alarm_ok: (payload) => `:squared_ok: ${bold(parts(payload).message)}`,
});

/** Events of a whole project. Their topic contains the environment, too, as in the reference server. */
const siteEvents = new Set(['down', 'up', 'check_in_missing', 'check_in_reporting']);

export const honeybadger: WebhookService = {
  name: 'honeybadger',
  displayName: 'Honeybadger',
  events: Object.keys(formatters),
  read({ payload }) {
    const event = payload.text('event');
    const formatter = formatters[event];
    if (!formatter) throw new UnsupportedEventError(event);
    const { topic } = parts(payload);
    const environment = siteEvents.has(event) ? payload.optionalText('project.environments.0.name') : '';
    return {
      event,
      topic: environment === '' ? topic : `${topic}/${environment}`,
      content: formatter(payload),
    };
  },
};
