// Semaphore, both the current one and the former "Classic".

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
import type { WebhookMessage, WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

const firstLine = (text: string) => plainLine(text.split('\n', 1)[0] ?? '');

function formatClassic(payload: PayloadField): WebhookMessage {
  const event = payload.text('event');
  const topic = `${payload.text('project_name')}/${payload.text('branch_name')}`;
  const result = bold(payload.text('result'));
  if (event !== 'build' && event !== 'deploy')
    return { event: 'unknown', topic, content: `${plainLine(event)}: ${result}` };
  const build = link(`Build ${payload.text('build_number')}`, payload.firstOf('build_url', 'build_html_url'));
  const subject =
    event === 'build'
      ? build
      : `${link(`Deploy ${payload.text('number')}`, payload.text('html_url'))} of ${build}`;
  const commit = commitLink({ id: payload.text('commit.id'), url: payload.text('commit.url') });
  const details = factList([
    ['Commit', `${commit} ${firstLine(payload.optionalText('commit.message'))}`],
    ['Author', plainLine(payload.firstOf('commit.author_name', 'commit.author_email'))],
    ['Server', plainLine(payload.optionalText('server_name'))],
  ]);
  return { event, topic, content: nonBlankLines(`${subject}: ${result}`, details) };
}

function formatCurrent(payload: PayloadField): WebhookMessage {
  const revision = payload.at('revision');
  const event = revision.text('reference_type');
  const project = payload.text('project.name');
  const page = `https://${payload.optionalText('organization.name')}.semaphoreci.com/workflows/${payload.text('workflow.id')}`;
  const home = payload.optionalText('repository.url');
  const isGitHub = home.startsWith('https://github.com/');
  const at = (path: string) => (isGitHub ? `${home}/${path}` : '');
  const branch = revision.firstOf('pull_request.branch_name', 'branch.name');
  const id = revision.optionalText('commit_sha');
  const request = revision.optional('pull_request');
  const tag = revision.optionalText('tag.name');
  const details = factList([
    [
      'Pull request',
      request && event === 'pull_request'
        ? link(
            `#${request.optionalText('number')} ${request.optionalText('name')}`,
            at(`pull/${request.optionalText('number')}`),
          )
        : '',
    ],
    ['Tag', event === 'tag' ? link(tag, at(`tree/${tag}`)) : ''],
    [
      'Commit',
      event === 'branch'
        ? `${commitLink({ id, url: at(`commit/${id}`) })} ${firstLine(revision.optionalText('commit_message'))}`
        : '',
    ],
    ['Branch', event === 'branch' || event === 'pull_request' ? code(branch) : ''],
    [
      'Author',
      isGitHub
        ? link(
            revision.optionalText('sender.login'),
            revision.optionalText('sender.html_url') ||
              `https://github.com/${revision.optionalText('sender.login')}`,
          )
        : plainLine(revision.optionalText('sender.login')),
    ],
  ]);
  const hasBranch = (event === 'branch' || event === 'pull_request') && branch !== '';
  const sentence = `The pipeline ${link(payload.text('pipeline.name'), page)}: ${bold(payload.text('pipeline.result'))}`;
  const knownEvent = ['branch', 'pull_request', 'tag'].includes(event) ? event : 'unknown';
  return {
    event: knownEvent,
    topic: hasBranch ? `${project}/${branch}` : project,
    content: nonBlankLines(sentence, details),
  };
}

export const semaphore: WebhookService = {
  name: 'semaphore',
  displayName: 'Semaphore',
  events: ['build', 'tag', 'unknown', 'branch', 'deploy', 'pull_request'],
  signature: digestSignature('X-Semaphore-Signature-256', { prefix: 'sha256=' }),
  read: ({ payload }) => (payload.has('event') ? formatClassic(payload) : formatCurrent(payload)),
};
