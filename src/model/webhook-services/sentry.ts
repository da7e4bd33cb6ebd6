// Sentry: errors in programs, and the state of their issues.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  code,
  codeBlock,
  factList,
  link,
  plainLine,
  timeMark,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookMessage, WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

const languages = lookupTable<string>({
  csharp: 'csharp',
  elixir: 'elixir',
  go: 'go',
  java: 'java',
  javascript: 'javascript',
  kotlin: 'kotlin',
  native: 'c',
  node: 'javascript',
  perl: 'perl',
  php: 'php',
  python: 'python',
  ruby: 'ruby',
  rust: 'rust',
});

/** The lines of code around the error, with a mark at its line. */
function traceOf(event: PayloadField): string {
  const file = event.optionalText('metadata.filename');
  const stack = event
    .optionalList('exception.values')
    .map((exception) => exception.optional('stacktrace'))
    .find((stacktrace) => stacktrace !== undefined);
  const frames = stack?.optionalList('frames') ?? [];
  const frame =
    frames.findLast((frame) => file !== '' && frame.optionalText('filename') === file) ?? frames.at(-1);
  if (!frame?.has('context_line')) return '';
  const contextLines = (name: string) =>
    frame.optionalList(name).map((line) => `     ${line.isText ? line.asText() : ''}`.trimEnd());
  const lines = [
    ...contextLines('pre_context'),
    `---> ${frame.text('context_line')}`,
    ...contextLines('post_context'),
  ];
  return codeBlock(lines.join('\n'), languages[event.optionalText('platform')] ?? 'text');
}

function titleOf(event: PayloadField): string {
  return event.firstOf('title', 'metadata.title', 'logentry.formatted') || event.text('message');
}

function timeOf(event: PayloadField): string {
  if (event.has('datetime')) return timeMark(event.text('datetime'));
  const name = event.has('timestamp') ? 'timestamp' : 'received';
  return event.has(name) ? timeMark(Math.floor(event.number(name))) : '';
}

function eventText(event: PayloadField, page: string): string {
  const isException = event.has('exception');
  const title = link(titleOf(event), page);
  const details = factList([
    ['Level', plainLine(event.optionalText('level'))],
    ['Time', timeOf(event)],
    ['File', code(event.optionalText('metadata.filename'))],
    ['Location', code(event.optionalText('culprit'))],
  ]);
  const trace = isException ? traceOf(event) : '';
  return [`**${isException ? 'New exception' : 'New event'}:** ${title}`, details, trace]
    .filter(Boolean)
    .join('\n\n');
}

const decisions = lookupTable<string>({
  resolved: 'resolved',
  unresolved: 'opened again',
  ignored: 'ignored',
  archived: 'archived',
  assigned: 'assigned',
});

function issueText(payload: PayloadField, action: string): string {
  const issue = payload.at('data.issue');
  const title = issue.text('title');
  const name = link(title, issue.firstOf('permalink', 'web_url'));
  const assigned = issue.optional('assignedTo');
  const assignee = assigned
    ? plainLine(`${assigned.optionalText('type') === 'team' ? 'team ' : ''}${assigned.text('name')}`)
    : 'nobody';
  if (action === 'created') {
    const details = factList([
      ['Level', plainLine(issue.optionalText('level'))],
      ['Time', issue.has('lastSeen') ? timeMark(issue.text('lastSeen')) : ''],
      ['Assignee', assignee],
      ['Project', plainLine(issue.optionalText('project.name'))],
    ]);
    return `**New issue:** ${name}\n\n${details}`;
  }
  const actor = payload.optionalText('actor.name');
  const to = action === 'assigned' ? ` to ${assignee}` : '';
  return `The issue ${name} was ${decisions[action] ?? plainLine(action)}${to}${actor === '' ? '' : ` by ${plainLine(actor)}`}.`;
}

function alertText(payload: PayloadField): WebhookMessage {
  const title = payload.text('data.description_title');
  const text = payload.optionalText('data.description_text');
  const name = link(title, payload.optionalText('data.web_url'));
  return {
    event: 'metric_alert',
    topic: title,
    content: `${bold(payload.text('action'))}: ${name}${text === '' ? '' : `\n${plainLine(text)}`}`,
  };
}

/** Requests of the older webhooks plugin. Its oldest format has no event id and nothing that identifies the event. */
function fromPlugin(payload: PayloadField): WebhookMessage {
  const page = payload.optionalText('url');
  const event = payload.optional('event');
  if (event?.isObject && event.has('event_id')) {
    const base = page.split('?', 1)[0] ?? '';
    const eventPage = base === '' ? '' : `${base.replace(/\/$/, '')}/events/${event.text('event_id')}/`;
    return { event: 'legacy', topic: titleOf(event), content: eventText(event, eventPage) };
  }
  const project = payload.firstOf('project_name', 'project');
  const title = link(payload.firstOf('message', 'culprit') || 'New issue', page);
  return {
    event: 'legacy',
    topic: project === '' ? payload.text('project_name') : project,
    content: `**New issue** (${plainLine(payload.optionalText('level'))}): ${title}`,
  };
}

export const sentry: WebhookService = {
  name: 'sentry',
  displayName: 'Sentry',
  events: ['event', 'issue', 'metric_alert', 'legacy'],
  signature: digestSignature('Sentry-Hook-Signature'),
  read({ payload, headers }) {
    const data = payload.optional('data');
    if (!data) return fromPlugin(payload);
    if (data.has('event') || data.has('error')) {
      const event = data.optional('event') ?? data.at('error');
      const page = event.firstOf('web_url', 'url');
      return { event: 'event', topic: titleOf(event), content: eventText(event, page) };
    }
    if (data.has('issue')) {
      const action = payload.text('action');
      if (action !== 'created' && !Object.hasOwn(decisions, action))
        throw new UnsupportedEventError(`issue:${action}`);
      return { event: 'issue', topic: data.text('issue.title'), content: issueText(payload, action) };
    }
    if (data.has('metric_alert')) return alertText(payload);
    if (headers.get('sentry-hook-resource') === 'installation' || data.has('installation')) return undefined;
    throw new UnsupportedEventError(headers.get('sentry-hook-resource') ?? payload.optionalText('action'));
  },
};
