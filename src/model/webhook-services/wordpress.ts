// WordPress with the HookPress plugin: a form with the fields that its owner chose.

import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { bold, factList, link, nonBlankLines, plainLine } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

function contentFor(payload: PayloadField, hook: string): string {
  switch (hook) {
    case 'publish_post':
    case 'publish_page': {
      const type = payload.optionalText('post_type') || hook.slice('publish_'.length);
      const title = link(
        payload.optionalText('post_title') || 'New WordPress post',
        payload.optionalText('post_url'),
      );
      return `A new ${plainLine(type)} was published: ${title}`;
    }
    case 'user_register':
      return nonBlankLines(
        'A new user registered:',
        factList([
          ['Name', plainLine(payload.optionalText('display_name'))],
          ['Email', plainLine(payload.optionalText('user_email'))],
        ]),
      );
    case 'wp_login':
      return `${bold(payload.text('user_login'))} logged in.`;
    default:
      throw new UnsupportedEventError(hook);
  }
}

export const wordpress: WebhookService = {
  name: 'wordpress',
  displayName: 'WordPress',
  events: ['publish_post', 'publish_page', 'user_register', 'wp_login'],
  read({ payload }) {
    const event = payload.text('hook').trim();
    return { event, topic: 'WordPress notification', content: contentFor(payload, event) };
  },
};
