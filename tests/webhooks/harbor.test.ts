// Messages about images in Harbor.

import { harbor } from '../../src/model/webhook-services/harbor.ts';
import { messagesTable, type Row } from './messages-table.ts';

const image = (type: string, more = {}) => ({
  type,
  operator: 'mel',
  event_data: { repository: { repo_full_name: 'acme/lamp' }, resources: [{ tag: 'v1', ...more }] },
});
const scanned = {
  scan_overview: { 'application/vnd.report; version=1.1': { summary: { summary: { High: 2, Low: 1 } } } },
};
/** A row: the message about an image of `acme/lamp`; `sent` is the event by an older name. */
const row = (what: string, event: string, text: string, more = {}, sent = event): Row => [
  what,
  {},
  image(sent, more),
  [event, 'acme/lamp', text],
];
/** A row: the message about the quota of `acme/lamp`, text with Harbor's own text. */
const quota = (what: string, event: string, text: string): Row => [
  what,
  {},
  {
    type: event,
    event_data: {
      repository: { repo_full_name: 'acme/lamp' },
      custom_attributes: { Details: text.split(': ').at(-1) },
    },
  },
  [event, 'acme/lamp', text],
];
const found = 'The scan of `acme/lamp:v1` is done, found by severity:\n* High: **2**\n* Low: **1**';

messagesTable(harbor, [
  [
    'an image without a tag',
    {},
    image('PUSH_ARTIFACT', { tag: undefined, digest: 'sha256:b5' }),
    ['PUSH_ARTIFACT', 'acme/lamp', 'mel pushed the image `acme/lamp@sha256:b5`.'],
  ],
  row('pushed', 'PUSH_ARTIFACT', 'mel pushed the image `acme/lamp:v1`.'),
  row(
    'pushed, in the older format',
    'PUSH_ARTIFACT',
    'mel pushed the image `acme/lamp:v1`.',
    {},
    'pushImage',
  ),
  row('deleted', 'DELETE_ARTIFACT', 'mel deleted the image `acme/lamp:v1`.'),
  row('scanned', 'SCANNING_COMPLETED', found, scanned),
  row('nothing found', 'SCANNING_COMPLETED', 'The scan of `acme/lamp:v1` is done, nothing was found.'),
  row('a scan that failed', 'SCANNING_FAILED', ':cross_mark: The scan of `acme/lamp:v1` failed.'),
  row('a scan that was stopped', 'SCANNING_STOPPED', 'The scan of `acme/lamp:v1` was stopped.'),
  quota(
    'an exceeded quota',
    'QUOTA_EXCEED',
    ':alert: `acme/lamp` has exceeded its quota: 12 MiB exceed 10 MiB',
  ),
  quota(
    'an almost reached quota',
    'QUOTA_WARNING',
    ':warning: `acme/lamp` has almost reached its quota: 9 MiB of 10 MiB',
  ),
  ['an ignored event', {}, image('PULL_ARTIFACT'), 'nothing'],
  ['an unsupported event', {}, image('DIM'), 'unsupported'],
  ['no repository', {}, { type: 'PUSH_ARTIFACT', operator: 'mel' }, /no 'event_data\.repository/],
]);
