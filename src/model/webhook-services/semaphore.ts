// Semaphore, both the current one and the former "Classic".

import type { Field } from '../incoming-webhooks/field.ts';
import { commitLink } from '../incoming-webhooks/git-text.ts';
import type { Announcement, Integration } from '../incoming-webhooks/integration.ts';
import { digestSignature } from '../incoming-webhooks/signatures.ts';
import { bold, code, factList, link, nonBlankLines, plain } from '../incoming-webhooks/text.ts';

const firstLine = (text: string) => plain(text.split('\n', 1)[0] ?? '');

function classic(payload: Field): Announcement {
  const event = payload.text('event');
  const topic = `${payload.text('project_name')}/${payload.text('branch_name')}`;
  const result = bold(payload.text('result'));
  if (event !== 'build' && event !== 'deploy')
    return { event: 'unknown', topic, content: `${plain(event)}: ${result}` };
  const build = link(`Build ${payload.text('build_number')}`, payload.firstOf('build_url', 'build_html_url'));
  const subject =
    event === 'build'
      ? build
      : `${link(`Deploy ${payload.text('number')}`, payload.text('html_url'))} of ${build}`;
  const commit = commitLink({ id: payload.text('commit.id'), url: payload.text('commit.url') });
  const details = factList([
    ['Commit', `${commit} ${firstLine(payload.textIn('commit.message'))}`],
    ['Author', plain(payload.firstOf('commit.author_name', 'commit.author_email'))],
    ['Server', plain(payload.textIn('server_name'))],
  ]);
  return { event, topic, content: nonBlankLines(`${subject}: ${result}`, details) };
}

function current(payload: Field): Announcement {
  const revision = payload.at('revision');
  const event = revision.text('reference_type');
  const project = payload.text('project.name');
  const page = `https://${payload.textIn('organization.name')}.semaphoreci.com/workflows/${payload.text('workflow.id')}`;
  const home = payload.textIn('repository.url');
  const isGitHub = home.startsWith('https://github.com/');
  const at = (path: string) => (isGitHub ? `${home}/${path}` : '');
  const branch = revision.firstOf('pull_request.branch_name', 'branch.name');
  const id = revision.textIn('commit_sha');
  const request = revision.optional('pull_request');
  const tag = revision.textIn('tag.name');
  const details = factList([
    [
      'Pull request',
      request && event === 'pull_request'
        ? link(
            `#${request.textIn('number')} ${request.textIn('name')}`,
            at(`pull/${request.textIn('number')}`),
          )
        : '',
    ],
    ['Tag', event === 'tag' ? link(tag, at(`tree/${tag}`)) : ''],
    [
      'Commit',
      event === 'branch'
        ? `${commitLink({ id, url: at(`commit/${id}`) })} ${firstLine(revision.textIn('commit_message'))}`
        : '',
    ],
    ['Branch', event === 'branch' || event === 'pull_request' ? code(branch) : ''],
    [
      'Author',
      isGitHub
        ? link(
            revision.textIn('sender.login'),
            revision.textIn('sender.html_url') || `https://github.com/${revision.textIn('sender.login')}`,
          )
        : plain(revision.textIn('sender.login')),
    ],
  ]);
  const hasBranch = (event === 'branch' || event === 'pull_request') && branch !== '';
  const sentence = `The pipeline ${link(payload.text('pipeline.name'), page)}: ${bold(payload.text('pipeline.result'))}`;
  const known = ['branch', 'pull_request', 'tag'].includes(event) ? event : 'unknown';
  return {
    event: known,
    topic: hasBranch ? `${project}/${branch}` : project,
    content: nonBlankLines(sentence, details),
  };
}

export const semaphore: Integration = {
  name: 'semaphore',
  displayName: 'Semaphore',
  events: ['build', 'tag', 'unknown', 'branch', 'deploy', 'pull_request'],
  signature: digestSignature('X-Semaphore-Signature-256', { prefix: 'sha256=' }),
  read: ({ payload }) => (payload.has('event') ? classic(payload) : current(payload)),
};
