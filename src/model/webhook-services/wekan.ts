// WeKan. Its text is a sentence, followed by the card's URL on a line of its own.

import { link, nonBlankLines, plainLine, quote } from '../incoming-webhooks/untrusted-markdown.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

export const wekan: WebhookService = {
  name: 'wekan',
  displayName: 'WeKan',
  clientName: 'Wekan',
  read({ payload }) {
    const all = payload.text('text').trim().split('\n');
    const last = all.at(-1)?.trim() ?? '';
    const url = /^https?:\/\/\S+$/.test(last) ? last : '';
    const sentence = plainLine(all.slice(0, url === '' ? undefined : -1).join(' '), 1000);
    return {
      event: payload.optionalText('description') || 'activity',
      topic: 'Wekan Notification',
      content: nonBlankLines(
        sentence === '' ? '' : `${sentence.replace(/[.:]$/, '')}.`,
        quote(payload.optionalText('comment')),
        url === '' ? '' : link('See in WeKan', url),
      ),
    };
  },
};
