// Messages about events of Jira, Linear, Trello, Sentry and Rollbar.

import { jira } from '../../src/model/webhook-services/jira.ts';
import { linear } from '../../src/model/webhook-services/linear.ts';
import { rollbar } from '../../src/model/webhook-services/rollbar.ts';
import { sentry } from '../../src/model/webhook-services/sentry.ts';
import { trello } from '../../src/model/webhook-services/trello.ts';
import { messagesTable, type Row } from './messages-table.ts';

const quoted = (text: string) => `\n\n\`\`\` quote\n${text}\n\`\`\``;

const issue = {
  key: 'LAMP-7',
  self: 'https://jira.example/rest/api/2/issue/1',
  fields: { summary: 'No oil', priority: { name: 'High' }, issuetype: { name: 'Bug' }, assignee: null },
};
const jiraLink = '[LAMP-7: No oil](https://jira.example/browse/LAMP-7)';
const jiraRow = (
  name: string,
  webhookEvent: string,
  payload: Record<string, unknown>,
  content: string,
): Row => [
  name,
  {},
  { webhookEvent, user: { displayName: 'Mel' }, issue, ...payload },
  [webhookEvent, 'LAMP-7: No oil', content],
];
const comment = { author: { displayName: 'Mia' }, body: 'Fill *it* with [oil|https://oil.example] [~max]' };
const commentText = quoted('Fill **it** with [oil](https://oil.example) **max**');

messagesTable(jira, [
  jiraRow(
    'created',
    'jira:issue_created',
    {},
    `Mel created ${jiraLink}:\n* **Type**: Bug\n* **Priority**: High\n* **Assignee**: no one`,
  ),
  jiraRow('deleted', 'jira:issue_deleted', {}, `Mel deleted ${jiraLink}.`),
  jiraRow(
    'changed',
    'jira:issue_updated',
    { changelog: { items: [{ field: 'status', fromString: 'Open', toString: 'Done' }] } },
    `Mel updated ${jiraLink}:\n* Changed status from **Open** to **Done**`,
  ),
  jiraRow(
    'assigned',
    'jira:issue_updated',
    { changelog: { items: [{ field: 'assignee', fromString: null, toString: 'Mia' }] } },
    `Mel updated ${jiraLink}:\n* Changed assignee to **Mia**`,
  ),
  jiraRow(
    'a transition',
    'jira:issue_updated',
    { transition: { from_status: 'Open', to_status: 'Done' } },
    `Mel updated ${jiraLink}:\n* Changed status from **Open** to **Done**`,
  ),
  jiraRow(
    'a transition with an empty comment',
    'jira:issue_updated',
    { comment: '', transition: { from_status: 'Open', to_status: 'Done' } },
    `Mel updated ${jiraLink}:\n* Changed status from **Open** to **Done**`,
  ),
  [
    'a comment of a version that sends no issue',
    {},
    {
      webhookEvent: 'comment_created',
      comment: { ...comment, body: 'Filled', self: 'https://jira.example/rest/api/2/issue/70/comment/1' },
    },
    [
      'comment_created',
      '70: Upgrade Jira to get the issue title here.',
      `Mia commented on [70](https://jira.example/browse/70):${quoted('Filled')}`,
    ],
  ],
  jiraRow(
    'a comment on an assigned item',
    'comment_created',
    {
      issue: { ...issue, fields: { ...issue.fields, assignee: { displayName: 'Max' } } },
      comment: { ...comment, body: 'Filled' },
    },
    `Mia commented on ${jiraLink} (assigned to Max):${quoted('Filled')}`,
  ),
  jiraRow(
    'a comment in the older format',
    'jira:issue_updated',
    { comment, issue_event_type_name: 'issue_commented' },
    `Mia commented on ${jiraLink}:${commentText}`,
  ),
  jiraRow('a comment', 'comment_created', { comment }, `Mia commented on ${jiraLink}:${commentText}`),
  jiraRow(
    'an edited comment',
    'comment_updated',
    { comment },
    `Mia edited a comment on ${jiraLink}:${commentText}`,
  ),
  jiraRow(
    'a deleted comment',
    'comment_deleted',
    { comment },
    `Mel deleted a comment on ${jiraLink}:${commentText}`,
  ),
  jiraRow(
    'a comment as a document',
    'comment_created',
    {
      comment: {
        ...comment,
        body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Fill it' }] }] },
      },
    },
    `Mia commented on ${jiraLink}:${quoted('Fill it')}`,
  ),
  ['an ignored event', {}, { webhookEvent: 'sprint_started' }, 'nothing'],
  ['an unsupported event', {}, { webhookEvent: 'board_created' }, 'unsupported'],
  ['no event', {}, { issue }, /no 'webhookEvent'/],
  ['no key', {}, { webhookEvent: 'jira:issue_created', issue: {} }, /no 'issue\.key'/],
]);

const data = {
  id: 'id-1',
  number: 7,
  title: 'No oil',
  priorityLabel: 'High',
  team: { name: 'Lamps' },
  state: { name: 'Todo' },
  assignee: { name: 'Mel' },
};
const url = 'https://linear.example/7';
const linearRow = (
  name: string,
  type: string,
  action: string,
  more: Record<string, unknown>,
  expected: Row[3],
): Row => [name, {}, { type, action, url, data: { ...data, ...more } }, expected];
const facts = '\n\n* **Status**: Todo\n* **Priority**: High\n* **Assignee**: Mel';
const remark = { issueId: 'id-1', body: 'Fill it', user: { name: 'Mia' }, issue: { title: 'No oil' } };

messagesTable(linear, [
  linearRow('created', 'Issue', 'create', {}, [
    'issue',
    'Issue: No oil',
    `Issue [#7 No oil](${url}) was created in the team Lamps.${facts}`,
  ]),
  linearRow('updated', 'Issue', 'update', { description: 'Dark' }, [
    'issue',
    'Issue: No oil',
    `Issue [#7 No oil](${url}) was updated in the team Lamps:${quoted('Dark')}${facts}`,
  ]),
  linearRow('removed', 'Issue', 'remove', {}, [
    'issue',
    'Issue: No oil',
    'Issue **#7 No oil** was removed in the team Lamps.',
  ]),
  linearRow('a sub-issue', 'Issue', 'create', { parentId: 'id-0' }, [
    'sub_issue',
    'Sub-Issue: No oil',
    `Sub-issue [#7 No oil](${url}) was created in the team Lamps.${facts}`,
  ]),
  linearRow('a comment', 'Comment', 'create', remark, [
    'comment',
    'Issue: No oil',
    `Mia [commented](${url}) on the issue **No oil**:${quoted('Fill it')}`,
  ]),
  linearRow('an edited comment', 'Comment', 'update', remark, [
    'comment',
    'Issue: No oil',
    `Mia [edited a comment](${url}) on the issue **No oil**:${quoted('Fill it')}`,
  ]),
  linearRow('a removed comment', 'Comment', 'remove', remark, [
    'comment',
    'Issue: No oil',
    'Mia removed a comment on **No oil**.',
  ]),
  linearRow('an ignored event', 'Cycle', 'create', {}, 'nothing'),
  linearRow('an unsupported event', 'Customer', 'create', {}, 'unsupported'),
  linearRow('no team', 'Issue', 'create', { team: null }, /no 'data\.team\.name'/),
]);

const board = { name: 'Lamps', shortLink: 'bb' };
const card = { name: 'No oil', shortLink: 'cc' };
const cardLink = '[No oil](https://trello.com/c/cc)';
const trelloRow = (
  name: string,
  type: string,
  values: Record<string, unknown>,
  content: string,
  more = {},
): Row => [
  name,
  {},
  { action: { type, memberCreator: { fullName: 'Mel' }, data: { board, card, ...values }, ...more } },
  [type, 'Lamps', `Mel ${content}`],
];
const member = { member: { fullName: 'Mia' } };

messagesTable(trello, [
  trelloRow('created', 'createCard', {}, `created ${cardLink}.`),
  trelloRow(
    'moved',
    'updateCard',
    { old: { idList: '1' }, listBefore: { name: 'To do' }, listAfter: { name: 'Done' } },
    `moved ${cardLink} from **To do** to **Done**.`,
  ),
  trelloRow('renamed', 'updateCard', { old: { name: 'Dark' } }, `renamed the card **Dark** to ${cardLink}.`),
  trelloRow(
    'described',
    'updateCard',
    { old: { desc: '' }, card: { ...card, desc: 'Dark' } },
    `described ${cardLink}:${quoted('Dark')}`,
  ),
  trelloRow(
    'due',
    'updateCard',
    { old: { due: null }, card: { ...card, due: '2026-05-11T10:00:00.000Z' } },
    `set the due date of ${cardLink} to <time:2026-05-11T10:00:00Z>.`,
  ),
  trelloRow(
    'a removed due date',
    'updateCard',
    { old: { due: '2026-05-11T10:00:00.000Z' }, card: { ...card, due: null } },
    `removed the due date of ${cardLink}.`,
  ),
  trelloRow(
    'archived',
    'updateCard',
    { old: { closed: false }, card: { ...card, closed: true } },
    `archived ${cardLink}.`,
  ),
  trelloRow(
    'a label',
    'addLabelToCard',
    { label: { name: 'bug', color: 'red' } },
    `added the label \`red\` **bug** to ${cardLink}.`,
  ),
  trelloRow('a member', 'addMemberToCard', {}, `added Mia to ${cardLink}.`, member),
  trelloRow(
    'a file',
    'addAttachmentToCard',
    { attachment: { name: 'plan', url: 'https://x.example/plan' } },
    `added [plan](https://x.example/plan) to ${cardLink}.`,
  ),
  trelloRow(
    'a checklist',
    'addChecklistToCard',
    { checklist: { name: 'Steps' } },
    `added the checklist **Steps** to ${cardLink}.`,
  ),
  trelloRow('a comment', 'commentCard', { text: 'Fill it' }, `commented on ${cardLink}:${quoted('Fill it')}`),
  trelloRow(
    'a list',
    'createList',
    { list: { name: 'Later' } },
    'added the list **Later** to [Lamps](https://trello.com/b/bb).',
  ),
  trelloRow(
    'a member of the board',
    'addMemberToBoard',
    {},
    'added Mia to [Lamps](https://trello.com/b/bb).',
    member,
  ),
  trelloRow('copied', 'copyCard', {}, `made ${cardLink} as a copy.`),
  trelloRow('deleted', 'deleteCard', { card: { idShort: 4 } }, 'deleted the card #4.'),
  trelloRow(
    'a removed label',
    'removeLabelFromCard',
    { label: { name: 'bug', color: 'red' } },
    `removed the label \`red\` **bug** from ${cardLink}.`,
  ),
  trelloRow('a removed member', 'removeMemberFromCard', {}, `removed Mia from ${cardLink}.`, member),
  trelloRow(
    'a completed item of a checklist',
    'updateCheckItemStateOnCard',
    { checkItem: { name: 'Fill', state: 'complete' }, checklist: { name: 'Steps' } },
    `checked **Fill** in **Steps** (${cardLink}).`,
  ),
  trelloRow(
    'an edited comment',
    'updateComment',
    { action: { text: 'Fill it now' } },
    `edited a comment on ${cardLink}:${quoted('Fill it now')}`,
  ),
  trelloRow('a deleted comment', 'deleteComment', {}, `deleted a comment on ${cardLink}.`),
  trelloRow(
    'a renamed list',
    'updateList',
    { list: { name: 'Done' }, old: { name: 'Later' } },
    'renamed the list **Later** to **Done**.',
  ),
  trelloRow(
    'a renamed board',
    'updateBoard',
    { old: { name: 'Lights' } },
    'renamed the board **Lights** to [Lamps](https://trello.com/b/bb).',
  ),
  [
    'moved within a list',
    {},
    { action: { type: 'updateCard', data: { board, card, old: { pos: 1 } } } },
    'nothing',
  ],
  ['an ignored event', {}, { action: { type: 'createLabel', data: { board } } }, 'nothing'],
  ['an unsupported event', {}, { action: { type: 'voteOnCard', data: { board } } }, 'unsupported'],
  ['no board', {}, { action: { type: 'createCard', data: { card } } }, /no 'action\.data\.board\.name'/],
]);

const trouble = {
  title: 'Error: dark',
  web_url: 'https://sentry.example/1',
  level: 'error',
  platform: 'python',
  metadata: { filename: 'lamp.py' },
};
const frame = {
  filename: 'lamp.py',
  pre_context: ['def light():'],
  context_line: '    burn()',
  post_context: [],
};
const found = (more = {}) => ({
  title: 'Error: dark',
  level: 'error',
  permalink: 'https://sentry.example/1',
  assignedTo: null,
  ...more,
});
const sentryIssueRow = (name: string, action: string, outcome: string, more = {}): Row => [
  name,
  {},
  { action, data: { issue: found(more) }, actor: { name: 'Mel' } },
  ['issue', 'Error: dark', `The issue [Error: dark](https://sentry.example/1) was ${outcome} by Mel.`],
];

messagesTable(sentry, [
  [
    'an exception',
    {},
    {
      action: 'triggered',
      data: { event: { ...trouble, exception: { values: [{ stacktrace: { frames: [frame] } }] } } },
    },
    [
      'event',
      'Error: dark',
      '**New exception:** [Error: dark](https://sentry.example/1)\n\n* **Level**: error\n* **File**: `lamp.py`\n\n``` python\n     def light():\n--->     burn()\n```',
    ],
  ],
  [
    'a message',
    {},
    { action: 'triggered', data: { event: { ...trouble, metadata: {} } } },
    ['event', 'Error: dark', '**New event:** [Error: dark](https://sentry.example/1)\n\n* **Level**: error'],
  ],
  [
    'a new issue',
    {},
    { action: 'created', data: { issue: found() } },
    [
      'issue',
      'Error: dark',
      '**New issue:** [Error: dark](https://sentry.example/1)\n\n* **Level**: error\n* **Assignee**: nobody',
    ],
  ],
  sentryIssueRow('resolved', 'resolved', 'resolved'),
  sentryIssueRow('opened again', 'unresolved', 'opened again'),
  sentryIssueRow('ignored', 'ignored', 'ignored'),
  sentryIssueRow('archived', 'archived', 'archived'),
  sentryIssueRow('assigned', 'assigned', 'assigned to Mia', { assignedTo: { type: 'user', name: 'Mia' } }),
  sentryIssueRow('assigned to a team', 'assigned', 'assigned to team Light', {
    assignedTo: { type: 'team', name: 'Light' },
  }),
  [
    'a metric without its alert',
    {},
    {
      action: 'critical',
      data: {
        description_title: 'Many errors',
        description_text: '200 errors',
        web_url: 'https://sentry.example/m',
      },
    },
    'unsupported',
  ],
  [
    'a metric with its alert',
    {},
    {
      action: 'critical',
      data: {
        metric_alert: {},
        description_title: 'Many errors',
        description_text: '200 errors',
        web_url: 'https://sentry.example/m',
      },
    },
    ['metric_alert', 'Many errors', '**critical**: [Many errors](https://sentry.example/m)\n200 errors'],
  ],
  [
    'the older format',
    {},
    { project_name: 'lamp', level: 'error', message: 'dark', url: 'https://sentry.example/1' },
    ['legacy', 'lamp', '**New issue** (error): [dark](https://sentry.example/1)'],
  ],
  [
    'the older format, with the event',
    {},
    {
      project_name: 'lamp',
      level: 'error',
      message: '',
      url: 'https://sentry.example/1/?referrer=webhooks_plugin',
      event: {
        event_id: 'e1',
        title: 'Error: dark',
        level: 'error',
        platform: 'python',
        timestamp: 1000.5,
        metadata: { filename: 'lamp.py' },
        exception: {
          values: [
            {
              stacktrace: {
                frames: [{ filename: 'lamp.py', context_line: 'light()', pre_context: ['fill()'] }],
              },
            },
          ],
        },
      },
    },
    [
      'legacy',
      'Error: dark',
      '**New exception:** [Error: dark](https://sentry.example/1/events/e1/)\n\n* **Level**: error\n* **Time**: <time:1970-01-01T00:16:40Z>\n* **File**: `lamp.py`\n\n``` python\n     fill()\n---> light()\n```',
    ],
  ],
  ['an unsupported event', {}, { action: 'merged', data: { issue: found() } }, 'unsupported'],
  ['no title', {}, { action: 'created', data: { issue: {} } }, /no 'data\.issue\.title'/],
]);

const item = {
  counter: 7,
  title: 'An error',
  environment: 'production',
  total_occurrences: 10,
  last_occurrence: { uuid: 'u', level: 'error' },
};
const rollbarRow = (event_name: string, heading: string, more = {}): Row => [
  event_name,
  {},
  { event_name, data: { item, ...more } },
  [
    event_name,
    'Rollbar',
    `**${heading}**: [#7 An error](https://rollbar.com/item/uuid/?uuid=u)\n* **Level**: error\n* **Environment**: \`production\`\n* **Occurrences**: 10`,
  ],
];

messagesTable(rollbar, [
  rollbarRow('new_item', 'New item'),
  rollbarRow('occurrence', 'Every occurrence'),
  rollbarRow('exp_repeat_item', '10 occurrences', { occurrences: 10 }),
  rollbarRow('item_velocity', '5 occurrences in 1 hour', {
    trigger: { threshold: 5, window_size_description: '1 hour' },
  }),
  rollbarRow('reactivated_item', 'Reactivated'),
  rollbarRow('reopened_item', 'Reopened'),
  rollbarRow('resolved_item', 'Resolved'),
  [
    'a deployment',
    {},
    {
      event_name: 'deploy',
      data: { deploy: { local_username: 'mel', environment: 'production', revision: 'abc' } },
    },
    ['deploy', 'Rollbar', 'mel deployed `abc` to `production`.'],
  ],
  ['a test', {}, { event_name: 'test', data: { message: 'It works' } }, ['test', 'Rollbar', 'It works']],
  ['an unsupported event', {}, { event_name: 'hologram', data: {} }, 'unsupported'],
  ['no item', {}, { event_name: 'new_item', data: {} }, /no 'data\.item'/],
]);
