// Jenkins, in the format of its Notification plugin.

import { lookupTable } from '../../api-contract/typed-records.ts';
import {
  bold,
  code,
  codeBlock,
  factList,
  link,
  nonBlankLines,
  plainLine,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

const phases = lookupTable<string>({
  QUEUED: 'is waiting',
  STARTED: 'has begun',
  COMPLETED: 'is completed',
  FINALIZED: 'is done',
});
const marks = lookupTable<string>({
  SUCCESS: ':check:',
  FAILURE: ':cross_mark:',
  UNSTABLE: ':warning:',
  ABORTED: ':prohibited:',
});

export const jenkins: WebhookService = {
  name: 'jenkins',
  displayName: 'Jenkins',
  events: ['queued', 'started', 'completed', 'finalized'],
  read({ payload }) {
    const name = payload.firstOf('display_name', 'name') || payload.text('name');
    const build = payload.at('build');
    const phase = build.text('phase').toUpperCase();
    const phaseText = phases[phase];
    if (phaseText === undefined) throw new UnsupportedEventError(phase.toLowerCase());
    const status = build.optionalText('status').toUpperCase();
    const page = build.firstOf('full_url', 'url');
    const mark = phase === 'STARTED' || phase === 'QUEUED' ? '' : `${marks[status] ?? ''} `;
    const result = status === '' ? phaseText : bold(status.toLowerCase());
    const verb = status === '' || !/COMPLETED|FINALIZED/.test(phase) ? phaseText : `is done: ${result}`;
    const details = factList([
      ['Branch', code(build.optionalText('scm.branch'))],
      ['Commit', code(build.optionalText('scm.commit').slice(0, 11))],
      [
        'Culprits',
        build
          .optionalList('scm.culprits')
          .map((culprit) => plainLine(culprit.asText()))
          .join(', '),
      ],
      ['Notes', plainLine(build.optionalText('notes'))],
    ]);
    const log = status === 'FAILURE' ? codeBlock(build.optionalText('log').slice(-2000)) : '';
    const sentence = `${mark}Build ${link(`${name} #${build.text('number')}`, page)} ${verb}.`;
    return {
      event: phase.toLowerCase(),
      topic: name,
      content: nonBlankLines(sentence, details, log && `\n${log}`),
    };
  },
};
