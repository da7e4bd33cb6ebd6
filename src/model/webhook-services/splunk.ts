// Splunk: alerts of saved searches. Results depend on the search, so any field may be missing.

import type { Integration } from '../incoming-webhooks/integration.ts';
import { code, factList, link, nonBlankLines, plain } from '../incoming-webhooks/text.ts';

export const splunk: Integration = {
  name: 'splunk',
  displayName: 'Splunk',
  read({ payload }) {
    const name = payload.textIn('search_name') || 'Missing search_name';
    const details = factList([
      ['Host', plain(payload.textIn('result.host'))],
      ['Source', code(payload.textIn('result.source'))],
      ['Raw', code(payload.textIn('result._raw'))],
      ['Count', plain(payload.textIn('result.count'))],
      ['App', plain(payload.textIn('app'))],
      ['Owner', plain(payload.textIn('owner'))],
    ]);
    const search = link(name, payload.textIn('results_link'));
    return {
      event: 'alert',
      topic: name,
      content: nonBlankLines(`:alert: The saved search ${search} raised an alert.`, details),
    };
  },
};
