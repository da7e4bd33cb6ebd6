// Services that monitor availability: UptimeRobot, Uptime Kuma, Pingdom, Healthchecks, and Zabbix.

import { lookupTable } from '../../api-contract/typed-records.ts';
import {
  bold,
  capitalized,
  factList,
  link,
  nonBlankLines,
  plainLine,
  quote,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnreadablePayloadError, UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

const UP = ':squared_ok:';
const DOWN = ':alert:';

export const uptimerobot: WebhookService = {
  name: 'uptimerobot',
  displayName: 'UptimeRobot',
  events: ['up', 'down', 'ssl', 'paused', 'started'],
  read({ payload }) {
    const event = payload.text('alert_type_friendly_name').toLowerCase().split(' ', 1)[0] ?? '';
    if (!uptimerobot.events?.includes(event)) throw new UnsupportedEventError(event);
    const name = payload.text('monitor_friendly_name');
    const target = payload.text('monitor_url');
    const monitor = /^https?:/.test(target) ? link(name, target) : `${bold(name)} (${plainLine(target)})`;
    const details = plainLine(payload.text('alert_details'));
    const time = payload.optionalText('alert_friendly_duration');
    const stateTexts = lookupTable<string>({
      up: `${UP} ${monitor} is up again (${details}).${time === '' ? '' : ` It was down for ${plainLine(time)}.`}`,
      down: `${DOWN} ${monitor} is down (${details}).`,
      ssl: `:warning: The certificate of ${monitor}: ${details}.`,
    });
    return {
      event,
      topic: name,
      content: stateTexts[event] ?? `${monitor} is ${plainLine(event)} (${details}).`,
    };
  },
};

const kumaStates = lookupTable<readonly [event: string, text: string]>({
  '0': ['down', `${DOWN} **Down**`],
  '1': ['up', `${UP} **Up**`],
  '2': ['pending', ':time_ticking: **Pending**'],
  '3': ['maintenance', ':tools: **Maintenance**'],
});

export const uptimekuma: WebhookService = {
  name: 'uptimekuma',
  displayName: 'Uptime Kuma',
  events: ['down', 'up', 'pending', 'maintenance', 'notice'],
  read({ payload }) {
    const beat = payload.optional('heartbeat');
    const message = payload.text('msg');
    // Tests, and warnings about expiring certificates, have no heartbeat.
    if (!beat)
      return {
        event: 'notice',
        topic: payload.optionalText('monitor.name') || 'Uptime Kuma',
        content: plainLine(message),
      };
    const state = kumaStates[beat.text('status')];
    if (!state) throw new UnreadablePayloadError("The status in 'heartbeat.status' must be 0 to 3.");
    const name = payload.text('monitor.name');
    const target = payload.firstOf('monitor.url', 'monitor.hostname');
    const linkedTarget = /^https?:\/\/.{4,}/.test(target) ? link(name, target) : bold(name);
    const details = factList([
      ['Message', plainLine(beat.firstOf('msg') || message)],
      ['Answered in', beat.has('ping') ? `${plainLine(beat.text('ping'))} ms` : ''],
      ['Time', plainLine(beat.firstOf('localDateTime', 'time'))],
    ]);
    return { event: state[0], topic: name, content: nonBlankLines(`${state[1]}: ${linkedTarget}`, details) };
  },
};

export const pingdom: WebhookService = {
  name: 'pingdom',
  displayName: 'Pingdom',
  read({ payload }) {
    const type = payload.text('check_type');
    const [before, now] = [payload.text('previous_state'), payload.text('current_state')];
    const name = payload.text('check_name');
    const target = payload.firstOf('check_params.full_url', 'check_params.url', 'check_params.hostname');
    const host = payload.optionalText('check_params.hostname') || target || name;
    const linkedTarget = /^https?:/.test(target) ? link(host, target) : bold(host);
    const mark = now === 'UP' || now === 'SUCCESS' ? UP : DOWN;
    const sentence = `${mark} ${linkedTarget} changed its ${plainLine(type)} state from ${bold(before)} to ${bold(now)}.`;
    const detail = mark === UP ? '' : quote(payload.firstOf('long_description', 'description'));
    return {
      event: now.toLowerCase(),
      topic: `${name} status.`,
      content: detail === '' ? sentence : `${sentence}\n\n${detail}`,
    };
  },
};

export const healthchecks: WebhookService = {
  name: 'healthchecks',
  displayName: 'Healthchecks',
  events: ['up', 'down', 'grace', 'paused', 'new', 'started'],
  read({ payload }) {
    const event = payload.firstOf('status', 'check_status', 'check.status');
    if (event === '') throw new UnreadablePayloadError("The payload has no 'status'.");
    if (!healthchecks.events?.includes(event)) throw new UnsupportedEventError(event);
    const name = payload.firstOf('name', 'check_name', 'check.name') || payload.text('code');
    const url = payload.firstOf('details_url', 'check.details_url', 'ping_url', 'url');
    const mark = event === 'up' ? UP : event === 'down' ? DOWN : ':info:';
    const details = factList([
      ['Tags', plainLine(payload.firstOf('tags', 'check.tags'))],
      ['Last ping', plainLine(payload.firstOf('last_ping', 'check.last_ping'))],
      ['Expected', plainLine(payload.firstOf('schedule', 'period', 'check.schedule'))],
    ]);
    return {
      event,
      topic: name,
      content: nonBlankLines(`${mark} ${link(name, url)} is ${bold(event)}.`, details),
    };
  },
};

export const zabbix: WebhookService = {
  name: 'zabbix',
  displayName: 'Zabbix',
  read({ payload }) {
    const host = payload.text('hostname');
    const status = payload.text('status');
    const mark = status === 'OK' || status === 'RESOLVED' ? UP : DOWN;
    const sentence = `${mark} ${bold(capitalized(status.toLowerCase()))} (${plainLine(payload.text('severity'))}) on ${link(host, payload.text('link'))}:`;
    const content = nonBlankLines(
      sentence,
      `* ${plainLine(payload.text('trigger'))}`,
      `* ${plainLine(payload.text('item'))}`,
    );
    return { event: status.toLowerCase(), topic: host, content };
  },
};
