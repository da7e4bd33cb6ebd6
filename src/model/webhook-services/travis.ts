// Travis CI. Its requests are forms with a JSON payload. All builds share one topic, as in the reference server.

import {
  bold,
  code,
  factList,
  link,
  nonBlankLines,
  plainLine,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

const successStates = new Set(['Passed', 'Fixed']);
const pending = new Set(['Pending', 'Started', 'Queued']);

export const travis: WebhookService = {
  name: 'travis',
  displayName: 'Travis CI',
  clientName: 'Travis',
  keySignature: {
    header: 'Signature',
    field: 'payload',
    keyUrl: 'https://api.travis-ci.com/config',
    readKey: (details) => details.text('config.notifications.webhook.public_key'),
  },
  events: ['push', 'pull_request', 'cron', 'api'],
  read({ payload }) {
    const event = payload.text('type');
    if (!travis.events?.includes(event)) throw new UnsupportedEventError(event);
    const status = payload.text('status_message');
    const mark = successStates.has(status)
      ? ':check:'
      : pending.has(status)
        ? ':time_ticking:'
        : ':cross_mark:';
    const number = payload.optionalText('number');
    const details = factList([
      ['Repository', plainLine(payload.text('repository.name'))],
      ['Type', plainLine(event.replaceAll('_', ' '))],
      ['Branch', code(payload.optionalText('branch'))],
      ['Author', plainLine(payload.text('author_name'))],
      ['Commit', plainLine(payload.optionalText('message').split('\n', 1)[0] ?? '')],
      ['Changes', link('compared', payload.text('compare_url'))],
    ]);
    const name = link(number === '' ? 'Build' : `Build #${number}`, payload.text('build_url'));
    return {
      event,
      topic: 'builds',
      content: nonBlankLines(`${mark} ${name}: ${bold(status)}`, details),
    };
  },
};
