// Buildkite: builds, jobs and agents. The topic is the pipeline with the branch.

import { lookupTable } from '../../api-contract/typed-records.ts';
import { topicOfBranch } from '../incoming-webhooks/git-text.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { timestampedParts } from '../incoming-webhooks/timestamped-signatures.ts';
import {
  bold,
  code,
  factList,
  link,
  nonBlankLines,
  plainLine,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import { eventHeader, type WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { eitherOf, tokenSignature } from '../incoming-webhooks/webhook-signatures.ts';

const marks = lookupTable<string>({
  passed: ':check:',
  failed: ':cross_mark:',
  canceled: ':prohibited:',
  blocked: ':time_ticking:',
});
const builds = lookupTable<string>({
  'build.scheduled': 'is waiting',
  'build.running': 'has begun',
  'build.failing': 'is failing',
  'build.finished': 'is done',
  'build.skipped': 'was skipped',
  'build.blocked': 'is blocked',
});
const jobs = lookupTable<string>({
  'job.scheduled': 'is waiting',
  'job.started': 'has begun',
  'job.finished': 'is done',
  'job.activated': 'was unblocked',
});
const agents = lookupTable<string>({
  'agent.connected': 'is connected',
  'agent.disconnected': 'is gone',
  'agent.lost': 'was lost',
  'agent.stopping': 'is stopping',
  'agent.stopped': 'has stopped',
});

function buildText(payload: PayloadField, event: string): string {
  const build = payload.at('build');
  const state = build.text('state');
  const eventText = event === 'build.finished' ? `is done: ${bold(state)}` : (builds[event] ?? '');
  const mark =
    event === 'build.finished' || event === 'build.failing'
      ? `${marks[event === 'build.failing' ? 'failed' : state] ?? ''} `
      : '';
  const details = factList([
    ['Commit', code(build.optionalText('commit').slice(0, 11))],
    ['Message', plainLine(build.optionalText('message').split('\n', 1)[0] ?? '')],
    ['By', plainLine(build.firstOf('creator.name', 'author.name'))],
  ]);
  const name = `${payload.text('pipeline.name')} #${build.text('number')}`;
  return nonBlankLines(`${mark}Build ${link(name, build.optionalText('web_url'))} ${eventText}.`, details);
}

export const buildkite: WebhookService = {
  name: 'buildkite',
  displayName: 'Buildkite',
  events: ['ping', ...Object.keys(builds), ...Object.keys(jobs), ...Object.keys(agents)],
  signature: eitherOf(
    timestampedParts('X-Buildkite-Signature', 'timestamp', 'signature'),
    tokenSignature('X-Buildkite-Token'),
  ),
  read(delivery) {
    const { payload } = delivery;
    const event = payload.optionalText('event') || eventHeader(delivery, 'X-Buildkite-Event');
    if (event === 'ping')
      return { event, topic: 'Buildkite', content: 'Buildkite webhook has been successfully configured.' };
    if (Object.hasOwn(agents, event)) {
      const name = payload.text('agent.name');
      return {
        event,
        topic: 'Buildkite agents',
        content: `The agent ${link(name, payload.optionalText('agent.web_url'))} ${agents[event]}.`,
      };
    }
    const topic = () => topicOfBranch(payload.text('pipeline.name'), payload.text('build.branch'));
    if (Object.hasOwn(builds, event)) return { event, topic: topic(), content: buildText(payload, event) };
    if (!Object.hasOwn(jobs, event)) throw new UnsupportedEventError(event);
    const job = payload.at('job');
    const name = job.firstOf('name', 'label', 'command', 'type');
    const state = event === 'job.finished' ? `: ${bold(job.optionalText('state'))}` : '';
    return {
      event,
      topic: topic(),
      content: `The job ${link(name, job.optionalText('web_url'))} ${jobs[event]}${state}.`,
    };
  },
};
