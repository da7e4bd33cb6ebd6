// New Relic: the issues of its workflows.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import {
  bold,
  code,
  factList,
  joinedList,
  link,
  nonBlankLines,
  plainLine,
  timeMark,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnreadablePayloadError, UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookMessage, WebhookService } from '../incoming-webhooks/webhook-service.ts';

const marks = lookupTable<string>({
  ACTIVATED: ':alert:',
  CREATED: ':alert:',
  CLOSED: ':squared_ok:',
  ACKNOWLEDGED: ':silhouette:',
});

const listText = (payload: PayloadField, path: string) => {
  const found = payload.optional(path);
  if (!found) return '';
  return found.isList
    ? found
        .asList()
        .map((item) => plainLine(item.asText()))
        .join(', ')
    : plainLine(found.asText());
};

/** Custom fields that the workflow is configured to send. */
function customFields(payload: PayloadField): string[] {
  const custom = payload.optional('zulipCustomFields');
  if (!custom?.isObject) return [];
  return custom.entries().map(([name, { value }]) => {
    const isSimple = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    const valueText = isSimple
      ? String(value)
      : Array.isArray(value)
        ? value.filter((item) => typeof item !== 'object').join(', ')
        : 'a value that cannot be displayed';
    return `* **${plainLine(name)}**: ${plainLine(valueText)}`;
  });
}

/** The topic of messages without an issue, as in the reference server. */
const TOPIC = 'New Relic incident alerts';

/** The fields in a workflow's default template. */
const EXPECTED = ['issueUrl', 'title', 'priority', 'totalIncidents', 'state', 'createdAt', 'updatedAt'];

/** The message for a shortened template: it names the missing fields, so that people can restore them. */
function incomplete(payload: PayloadField): WebhookMessage {
  const missing = EXPECTED.filter((name) => !payload.has(name)).map(code);
  const title = payload.optionalText('title');
  const name = link(
    title || 'New Relic issue',
    payload.optionalText('issueUrl') || 'https://one.newrelic.com/alerts-ai',
  );
  return {
    event: 'incomplete',
    topic: title || TOPIC,
    content: `:warning: ${name} was updated. The payload of the workflow has no ${joinedList(missing)}.`,
  };
}

/** A time in milliseconds. @throws `UnreadablePayloadError` if it is out of range */
function timeAt(payload: PayloadField, name: string): string {
  if (!payload.has(name)) return '';
  const seconds = Math.floor(payload.number(name) / 1000);
  if (Number.isNaN(new Date(seconds * 1000).getTime()))
    throw new UnreadablePayloadError(`'${name}' of the payload is not a time.`);
  return timeMark(seconds);
}

export const newrelic: WebhookService = {
  name: 'newrelic',
  displayName: 'New Relic',
  clientName: 'NewRelic',
  events: [...Object.keys(marks).map((state) => state.toLowerCase()), 'incomplete'],
  read({ payload }) {
    const state = payload.optionalText('state').toUpperCase();
    if (state === '') return incomplete(payload);
    if (marks[state] === undefined) throw new UnsupportedEventError(state.toLowerCase());
    const title = payload.optionalText('title') || TOPIC;
    const owner = payload.optionalText('owner');
    const details = factList([
      ['Conditions', listText(payload, 'alertConditionNames')],
      ['Policies', listText(payload, 'alertPolicyNames')],
      ['Affected', listText(payload, 'impactedEntities')],
      ['Incidents', plainLine(payload.optionalText('totalIncidents'))],
      ['Since', timeAt(payload, 'createdAt')],
      ['Updated', timeAt(payload, 'updatedAt')],
      ['Acknowledged by', owner === 'N/A' ? '' : plainLine(owner)],
    ]);
    const sentence = `${marks[state]} ${bold(payload.optionalText('priority'))} ${link(title, payload.optionalText('issueUrl'))} was ${bold(state.toLowerCase())}.`;
    return {
      event: state.toLowerCase(),
      topic: title,
      content: nonBlankLines(sentence.replace('  ', ' '), details, ...customFields(payload)),
    };
  },
};
