// Services that run jobs and report on them: Ansible Tower (and AWX), Rundeck and Buildbot.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  code,
  countedNoun,
  factList,
  link,
  nonBlankLines,
  plainLine,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnreadablePayloadError, UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

const SHOWN_HOSTS = 50;

/** The kind of a job, stated directly or as part of its URL. */
function kindOfJob(payload: PayloadField): string {
  const friendlyName = payload.optionalText('friendly_name');
  if (friendlyName !== '') return friendlyName;
  const part = payload.text('url').split('/').at(-3) ?? '';
  return part === '' || part === 'jobs' ? 'Job' : part.replaceAll('_', ' ');
}

function hostLines(payload: PayloadField): string[] {
  const hosts = payload.optional('hosts');
  const entries = hosts?.isObject ? hosts.entries().sort(([a], [b]) => (a < b ? -1 : 1)) : [];
  const hostItems = entries
    .slice(0, SHOWN_HOSTS)
    .map(
      ([host, result]) =>
        `* ${plainLine(host)}: ${result.boolean('failed') ? ':cross_mark: failed' : ':check: success'}`,
    );
  const hiddenCount = entries.length - SHOWN_HOSTS;
  return hiddenCount > 0 ? [...hostItems, `* and ${countedNoun(hiddenCount, 'more host')}`] : hostItems;
}

const towerStates = lookupTable<string>({
  successful: ':check: was **successful**',
  failed: ':cross_mark: **failed**',
  error: ':cross_mark: ended with an **error**',
  canceled: ':cross_mark: was **canceled**',
  running: ':running: has **started**',
  pending: ':time_ticking: is **waiting**',
  waiting: ':time_ticking: is **waiting**',
  started: ':running: has **started**',
});

export const ansibletower: WebhookService = {
  name: 'ansibletower',
  displayName: 'Ansible Tower',
  read({ payload }) {
    const status = payload.text('status');
    const name = payload.text('name');
    const job = link(`#${payload.text('id')} ${name}`, payload.optionalText('url'));
    const hosts = hostLines(payload);
    const sentence = `${plainLine(kindOfJob(payload))} ${job} ${towerStates[status] ?? `is ${bold(status)}`}`;
    const createdBy = payload.optionalText('created_by');
    return {
      event: status,
      topic: name,
      content: nonBlankLines(
        `${sentence}${createdBy === '' ? '' : ` (by ${plainLine(createdBy)})`}${hosts.length > 0 ? ':' : '.'}`,
        ...hosts,
      ),
    };
  },
};

const rundeckStates = lookupTable<string>({
  failed: ':cross_mark: has **failed**',
  'failed-with-retry': ':cross_mark: has **failed** and is tried again',
  succeeded: ':check: has **succeeded**',
  running: ':running: has **started**',
  scheduled: ':running: has **started**',
  aborted: ':cross_mark: was **aborted**',
  timedout: ':cross_mark: has **timed out**',
});

export const rundeck: WebhookService = {
  name: 'rundeck',
  displayName: 'Rundeck',
  events: ['start', 'success', 'failure', 'avgduration', 'retryablefailure', 'other'],
  read({ payload }) {
    const execution = payload.at('execution');
    const name = execution.text('job.name');
    const status = execution.text('status');
    const trigger = payload.optionalText('trigger');
    const isLong = status === 'running' && trigger === 'avgduration';
    const state = isLong
      ? ':time_ticking: is **running long**'
      : (rundeckStates[status] ?? `is ${bold(status)}`);
    const id = link(`#${execution.text('id')}`, execution.optionalText('href'));
    const job = link(name, execution.optionalText('job.permalink'));
    const details = factList([
      ['User', plainLine(execution.optionalText('user'))],
      ['Arguments', code(execution.optionalText('argstring'))],
    ]);
    return {
      event: rundeck.events?.includes(trigger) ? trigger : 'other',
      topic: name,
      content: nonBlankLines(
        `${job}: the execution ${id} of ${bold(execution.text('project'))} ${state}.`,
        details,
      ),
    };
  },
};

/** Buildbot's results, indexed by their numbers. */
const results = ['success', 'warnings', 'failure', 'skipped', 'exception', 'retry', 'cancelled'];

export const buildbot: WebhookService = {
  name: 'buildbot',
  displayName: 'Buildbot',
  events: ['new', 'finished'],
  read({ payload }) {
    const event = payload.text('event');
    if (!buildbot.events?.includes(event)) throw new UnsupportedEventError(event);
    const build = link(`#${payload.text('buildid')}`, payload.optionalText('url'));
    const name = bold(payload.text('buildername'));
    const topic = payload.optionalText('project') || 'general';
    if (event === 'new')
      return { event, topic, content: `:running: The build ${build} of ${name} has started.` };
    const result = results[payload.number('results')];
    if (result === undefined)
      throw new UnreadablePayloadError("'results' of the payload is not a number from 0 to 6.");
    const mark =
      result === 'success' ? ':check:' : /warnings|skipped|retry/.test(result) ? ':warning:' : ':cross_mark:';
    return { event, topic, content: `${mark} The build ${build} of ${name} is done: ${bold(result)}.` };
  },
};
