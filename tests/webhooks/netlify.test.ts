// Messages about deployments of Netlify.

import { netlify } from '../../src/model/webhook-services/netlify.ts';
import { messagesTable, type Row } from './messages-table.ts';

const site = {
  id: '1',
  name: 'lamp',
  url: 'https://lamp.example',
  branch: 'main',
  state: 'ready',
  admin_url: 'https://app.example/lamp',
  error_message: 'No oil',
};
const deployed = (event: string, said: string): Row => [
  event,
  { headers: { 'x-netlify-event': event } },
  site,
  [event, 'main', `The deployment of [lamp](https://lamp.example) from \`main\` ${said}`],
];
const log = '([log](https://app.example/lamp/deploys/1))';
messagesTable(netlify, [
  deployed('deploy_building', `is being built ${log}.`),
  deployed('deploy_created', `is now **ready** ${log}.`),
  deployed('deploy_failed', `failed ${log}:\n\n\`\`\` quote\nNo oil\n\`\`\``),
  deployed('deploy_locked', `is now locked ${log}.`),
  deployed('deploy_unlocked', `is now unlocked ${log}.`),
  deployed('deploy_request_pending', `waits for a review ${log}.`),
  deployed('deploy_request_accepted', `was accepted ${log}.`),
  deployed('deploy_request_rejected', `was rejected ${log}.`),
  [
    'a form',
    { headers: { 'x-netlify-event': 'submission_created' } },
    { form_name: 'contact', name: 'Mel', body: 'Hello' },
    [
      'submission_created',
      'contact',
      'A new submission of the form `contact` by Mel:\n\n``` quote\nHello\n```',
    ],
  ],
  ['an unsupported event', { headers: { 'x-netlify-event': 'dim' } }, site, 'unsupported'],
  ['no branch', { headers: { 'x-netlify-event': 'deploy_created' } }, {}, /no 'branch'/],
]);
