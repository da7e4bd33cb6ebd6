// CircleCI: completed jobs and workflows.

import { commitLink } from '../incoming-webhooks/git-text.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
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
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

/** The link to a commit; the URL depends on where the code is hosted. */
function commitOf(payload: PayloadField): string {
  const vcs = payload.optional('pipeline.vcs');
  if (vcs) {
    const id = vcs.optionalText('revision');
    const home = vcs.firstOf('target_repository_url', 'origin_repository_url');
    const path = vcs.optionalText('provider_name') === 'bitbucket' ? 'commits' : 'commit';
    const subject = plainLine(vcs.optionalText('commit.subject'));
    return id === ''
      ? ''
      : `${commitLink({ id, url: `${home}/${path}/${id}` })}${subject === '' ? '' : ` ${subject}`}`;
  }
  const gitlab = payload.optional('pipeline.trigger_parameters.gitlab');
  if (!gitlab) return '';
  const id = gitlab.firstOf('checkout_sha', 'commit_sha');
  return `${commitLink({ id, url: `${gitlab.optionalText('web_url')}/-/commit/${id}` })} ${plainLine(gitlab.optionalText('commit_title'))}`.trim();
}

function authorOf(payload: PayloadField): string {
  return plainLine(
    payload.firstOf(
      'pipeline.vcs.commit.author.name',
      'pipeline.trigger_parameters.gitlab.commit_author_name',
    ),
  );
}

export const circleci: WebhookService = {
  name: 'circleci',
  displayName: 'CircleCI',
  clientName: 'CircleCI',
  events: ['ping', 'job-completed', 'workflow-completed'],
  signature: digestSignature('circleci-signature', { prefix: 'v1=' }),
  read({ payload }) {
    const event = payload.text('type');
    if (event === 'ping') {
      return {
        event,
        topic: 'Test event',
        content: `CircleCI webhook has been successfully configured: ${plainLine(payload.optionalText('webhook.name'))}.`,
      };
    }
    if (event !== 'job-completed' && event !== 'workflow-completed') throw new UnsupportedEventError(event);
    const kind = event === 'job-completed' ? 'job' : 'workflow';
    const subject = payload.at(kind);
    const status = subject.text('status');
    const mark = status === 'success' ? ':check:' : /fail|error/.test(status) ? ':cross_mark:' : ':info:';
    const page = payload.optionalText('workflow.url');
    const details = factList([
      ['Pipeline', plainLine(`#${payload.text('pipeline.number')}`)],
      ['Workflow', kind === 'job' ? plainLine(payload.optionalText('workflow.name')) : ''],
      ['Branch', code(payload.firstOf('pipeline.vcs.branch', 'pipeline.trigger_parameters.git.branch'))],
      ['Tag', code(payload.firstOf('pipeline.vcs.tag', 'pipeline.trigger_parameters.git.tag'))],
      ['Commit', commitOf(payload)],
      ['Author', authorOf(payload)],
    ]);
    const sentence = `${mark} The ${kind} ${link(subject.text('name'), page)} is done: ${bold(status)}.`;
    return { event, topic: payload.text('project.name'), content: nonBlankLines(sentence, details) };
  },
};
