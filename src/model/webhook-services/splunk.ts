// Splunk: alerts of saved searches. Results depend on the search, so any field may be missing.

import { code, factList, link, nonBlankLines, plainLine } from '../incoming-webhooks/untrusted-markdown.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

export const splunk: WebhookService = {
  name: 'splunk',
  displayName: 'Splunk',
  read({ payload }) {
    const name = payload.optionalText('search_name') || 'Missing search_name';
    const details = factList([
      ['Host', plainLine(payload.optionalText('result.host'))],
      ['Source', code(payload.optionalText('result.source'))],
      ['Raw', code(payload.optionalText('result._raw'))],
      ['Count', plainLine(payload.optionalText('result.count'))],
      ['App', plainLine(payload.optionalText('app'))],
      ['Owner', plainLine(payload.optionalText('owner'))],
    ]);
    const search = link(name, payload.optionalText('results_link'));
    return {
      event: 'alert',
      topic: name,
      content: nonBlankLines(`:alert: The saved search ${search} raised an alert.`, details),
    };
  },
};
