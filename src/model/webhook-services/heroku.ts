// Heroku: app webhooks, and the older deploy hooks.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { bold, code, link, plainLine, withQuote } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookMessage, WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

const verbs = lookupTable<string>({ create: 'created', update: 'updated', destroy: 'removed' });

function formatDeployment(payload: PayloadField): WebhookMessage {
  const app = payload.text('app');
  const sentence = `${plainLine(payload.text('user'))} deployed version ${code(payload.text('head'))} of ${link(app, payload.text('url'))}`;
  return { event: 'deploy', topic: app, content: withQuote(sentence, payload.optionalText('git_log')) };
}

function subjectOf(resource: string, data: PayloadField): string {
  const url = data.optionalText('output_stream_url');
  if (resource === 'release')
    return `the release ${link(`v${data.text('version')}`, url)}${data.optionalText('description') === '' ? '' : ` (${plainLine(data.optionalText('description'))})`}`;
  if (resource === 'build') return `the build ${link(data.text('id').slice(0, 8), url)}`;
  const name = data.firstOf('name', 'hostname', 'user.email', 'type', 'command', 'id');
  return `the ${plainLine(resource)} ${code(name)}`;
}

const resources = [
  'api:release',
  'release',
  'build',
  'dyno',
  'formation',
  'addon',
  'app',
  'domain',
  'collaborator',
];

export const heroku: WebhookService = {
  name: 'heroku',
  displayName: 'Heroku',
  events: ['deploy', ...resources],
  signature: digestSignature('Heroku-Webhook-Hmac-SHA256', { encoding: 'base64' }),
  read({ payload }) {
    if (payload.has('git_log') || payload.has('head')) return formatDeployment(payload);
    const resource = payload.text('resource');
    if (!resources.includes(resource)) throw new UnsupportedEventError(resource);
    const action = payload.text('action');
    const data = payload.at('data');
    const status =
      resource === 'formation'
        ? `${data.optionalText('quantity')} × ${data.optionalText('size')}`
        : data.firstOf('status', 'state');
    const actorName = payload.optionalText('actor.email') || 'Heroku';
    const sentence = `${plainLine(actorName)} ${verbs[action] ?? plainLine(action)} ${subjectOf(resource, data)}`;
    return {
      event: resource,
      topic: data.firstOf('app.name', 'name') || data.text('app.id'),
      content: `${sentence}${status === '' ? '' : `: ${bold(status)}`}.`,
    };
  },
};
