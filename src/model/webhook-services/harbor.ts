// Harbor, with the event names of version 2 and of earlier versions.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { bold, code, nonBlankLines, plainLine } from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { tokenSignature } from '../incoming-webhooks/webhook-signatures.ts';

const repository = (payload: PayloadField) => payload.text('event_data.repository.repo_full_name');

function imageOf(payload: PayloadField): string {
  const [tag, digest] = [
    payload.optionalText('event_data.resources.0.tag'),
    payload.optionalText('event_data.resources.0.digest'),
  ];
  const suffix = tag !== '' ? `:${tag}` : digest !== '' ? `@${digest}` : '';
  return code(repository(payload) + suffix);
}

/** The number of vulnerabilities by severity. */
function vulnerabilities(payload: PayloadField): string[] {
  const overview = payload.optional('event_data.resources.0.scan_overview');
  const entries = overview?.isObject ? overview.entries() : [];
  const older = overview?.optional('components.summary');
  if (older)
    return older
      .asList()
      .map(
        (severity) => `* severity ${plainLine(severity.text('severity'))}: ${bold(severity.text('count'))}`,
      );
  const summary = entries
    .map(([, report]) => report.optional('summary.summary'))
    .find((summary) => summary?.isObject);
  return (summary?.entries() ?? []).map(
    ([severity, number]) => `* ${plainLine(severity)}: ${bold(number.asText())}`,
  );
}

const formatters = lookupTable<(payload: PayloadField) => string>({
  PUSH_ARTIFACT: (payload) => `${plainLine(payload.text('operator'))} pushed the image ${imageOf(payload)}.`,
  DELETE_ARTIFACT: (payload) =>
    `${plainLine(payload.text('operator'))} deleted the image ${imageOf(payload)}.`,
  SCANNING_COMPLETED: (payload) => {
    const severities = vulnerabilities(payload);
    const result = severities.length === 0 ? 'nothing was found.' : 'found by severity:';
    return nonBlankLines(`The scan of ${imageOf(payload)} is done, ${result}`, ...severities);
  },
  SCANNING_FAILED: (payload) => `:cross_mark: The scan of ${imageOf(payload)} failed.`,
  SCANNING_STOPPED: (payload) => `The scan of ${imageOf(payload)} was stopped.`,
  QUOTA_EXCEED: (payload) =>
    `:alert: ${code(repository(payload))} has exceeded its quota: ${plainLine(payload.optionalText('event_data.custom_attributes.Details'))}`,
  QUOTA_WARNING: (payload) =>
    `:warning: ${code(repository(payload))} has almost reached its quota: ${plainLine(payload.optionalText('event_data.custom_attributes.Details'))}`,
});
const names = lookupTable<string>({
  pushImage: 'PUSH_ARTIFACT',
  deleteImage: 'DELETE_ARTIFACT',
  scanningCompleted: 'SCANNING_COMPLETED',
  scanningFailed: 'SCANNING_FAILED',
});
const ignored = new Set([
  'PULL_ARTIFACT',
  'UPLOAD_CHART',
  'DOWNLOAD_CHART',
  'DELETE_CHART',
  'TAG_RETENTION',
  'REPLICATION',
  'pullImage',
  'downloadChart',
  'deleteChart',
  'uploadChart',
]);

export const harbor: WebhookService = {
  name: 'harbor',
  displayName: 'Harbor',
  events: Object.keys(formatters),
  signature: tokenSignature('Authorization'),
  read({ payload }) {
    const type = payload.text('type');
    if (ignored.has(type)) return undefined;
    const event = names[type] ?? type;
    const formatter = formatters[event];
    if (!formatter) throw new UnsupportedEventError(type);
    return { event, topic: repository(payload), content: formatter(payload) };
  },
};
