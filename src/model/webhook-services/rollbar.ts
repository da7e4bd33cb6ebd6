// Rollbar: errors in programs and their state, and deploys. All share one topic.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  code,
  countedNoun,
  factList,
  link,
  plainLine,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

const levels = lookupTable<string>({
  '10': 'debug',
  '20': 'info',
  '30': 'warning',
  '40': 'error',
  '50': 'critical',
});

const formatters = lookupTable<(data: PayloadField) => string>({
  new_item: () => 'New item',
  occurrence: () => 'Every occurrence',
  exp_repeat_item: (data) =>
    `${countedNoun(Number(data.firstOf('occurrences', 'item.total_occurrences')) || 0, 'occurrence')}`,
  item_velocity: (data) =>
    `${countedNoun(Number(data.optionalText('trigger.threshold')) || 0, 'occurrence')} in ${plainLine(data.firstOf('trigger.window_size_description', 'trigger.window_size') || 'a short time')}`,
  reactivated_item: () => 'Reactivated',
  reopened_item: () => 'Reopened',
  resolved_item: () => 'Resolved',
});

function itemText(title: string, data: PayloadField): string {
  const item = data.at('item');
  const uuid = item.optionalText('last_occurrence.uuid');
  const url =
    data.firstOf('url') ||
    (uuid === '' ? '' : `https://rollbar.com/item/uuid/?uuid=${encodeURIComponent(uuid)}`);
  const level = item.optionalText('last_occurrence.level') || (levels[item.optionalText('level')] ?? '');
  const details = factList([
    ['Level', plainLine(level)],
    ['Environment', code(item.optionalText('environment'))],
    ['Occurrences', plainLine(item.optionalText('total_occurrences'))],
  ]);
  return `${bold(title)}: ${link(`#${item.text('counter')} ${item.text('title')}`, url)}\n${details}`.trim();
}

export const rollbar: WebhookService = {
  name: 'rollbar',
  displayName: 'Rollbar',
  events: ['test', 'deploy', ...Object.keys(formatters)],
  read({ payload }) {
    const event = payload.text('event_name');
    const data = payload.at('data');
    const topic = 'Rollbar';
    if (event === 'test') return { event, topic, content: plainLine(data.text('message')) };
    if (event === 'deploy') {
      const actor =
        data.firstOf('deploy.rollbar_name', 'deploy.local_username', 'deploy.user_id') || 'Someone';
      const [environment, revision] = [
        code(data.optionalText('deploy.environment')),
        code(data.optionalText('deploy.revision')),
      ];
      return { event, topic, content: `${plainLine(actor)} deployed ${revision} to ${environment}.` };
    }
    const formatter = formatters[event];
    if (!formatter) throw new UnsupportedEventError(event);
    return { event, topic, content: itemText(formatter(data), data) };
  },
};
