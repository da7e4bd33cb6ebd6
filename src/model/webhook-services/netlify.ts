// Netlify: deploys of sites, and submissions of their forms.

import { lookupTable } from '../../api-contract/typed-records.ts';
import { bodyTokenSignature } from '../incoming-webhooks/token-signatures.ts';
import { bold, code, link, plainLine, withQuote } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import { eventHeader, type WebhookService } from '../incoming-webhooks/webhook-service.ts';

const sentences = lookupTable<string>({
  deploy_building: 'is being built',
  deploy_created: 'is deployed',
  deploy_failed: 'failed',
  deploy_locked: 'is now locked',
  deploy_unlocked: 'is now unlocked',
  deploy_request_pending: 'waits for a review',
  deploy_request_accepted: 'was accepted',
  deploy_request_rejected: 'was rejected',
  submission_created: 'has a new submission',
});

export const netlify: WebhookService = {
  name: 'netlify',
  displayName: 'Netlify',
  events: Object.keys(sentences),
  signature: bodyTokenSignature('X-Webhook-Signature', 'netlify'),
  read(delivery) {
    const { payload } = delivery;
    const event = eventHeader(delivery, 'X-Netlify-Event');
    const eventText = sentences[event];
    if (eventText === undefined) throw new UnsupportedEventError(event);
    if (event === 'submission_created') {
      const sentence = `A new submission of the form ${code(payload.optionalText('form_name'))} by ${plainLine(payload.firstOf('name', 'email') || 'someone')}`;
      return {
        event,
        topic: payload.firstOf('form_name') || 'Netlify',
        content: withQuote(sentence, payload.firstOf('body', 'summary')),
      };
    }
    const branch = payload.text('branch');
    const site = link(payload.text('name'), payload.text('url'));
    const page = payload.optionalText('admin_url');
    const log =
      page === '' || !payload.has('id') ? '' : ` (${link('log', `${page}/deploys/${payload.text('id')}`)})`;
    const state = event === 'deploy_created' ? `is now ${bold(payload.text('state'))}` : eventText;
    const error = event === 'deploy_failed' ? payload.optionalText('error_message') : '';
    return {
      event,
      topic: branch,
      content: withQuote(`The deployment of ${site} from ${code(branch)} ${state}${log}`, error),
    };
  },
};
