// Messages about events of WeKan, Taiga, Shortcut and ClickUp.

import { clickup } from '../../src/model/webhook-services/clickup.ts';
import { shortcut } from '../../src/model/webhook-services/shortcut.ts';
import { taiga } from '../../src/model/webhook-services/taiga.ts';
import { wekan } from '../../src/model/webhook-services/wekan.ts';
import { messagesTable, type Row } from './messages-table.ts';

const quoted = (text: string) => `\`\`\` quote\n${text}\n\`\`\``;

messagesTable(wekan, [
  [
    'a card',
    {},
    {
      text: 'mel created card "Light" to list "Now" at board "Lamps"\nhttps://kan.example/b/1',
      description: 'act-createCard',
    },
    [
      'act-createCard',
      'Wekan Notification',
      'mel created card "Light" to list "Now" at board "Lamps".\n[See in WeKan](https://kan.example/b/1)',
    ],
  ],
  [
    'a comment, without a URL',
    {},
    { text: 'mel commented on card "Light":', description: 'act-addComment', comment: 'Fill it' },
    ['act-addComment', 'Wekan Notification', `mel commented on card "Light".\n${quoted('Fill it')}`],
  ],
  ['no text', {}, { user: 'mel' }, /no 'text'/],
]);

const pond = 'https://taiga.example';
const mel = `[Mel](${pond}/mel)`;
const story = { subject: 'Light', permalink: `${pond}/us/7`, milestone: { name: 'Sprint 1' } };
const light = `[Light](${pond}/us/7)`;
const taigaRow = (
  name: string,
  type: string,
  action: string,
  more: Record<string, unknown>,
  text: string | 'nothing',
  data: Record<string, unknown> = story,
): Row => [
  name,
  {},
  { action, type, by: { full_name: 'Mel', permalink: `${pond}/mel` }, data, ...more },
  text === 'nothing'
    ? 'nothing'
    : [`${type}_${action}`, data.milestone === undefined ? 'General' : 'Sprint 1', text],
];
const taigaChange = (name: string, diff: unknown, text: string | 'nothing', comment = ''): Row =>
  taigaRow(
    name,
    'userstory',
    'change',
    { change: { diff, comment } },
    text === 'nothing' ? text : `${mel} updated the user story ${light}:\n${text}`,
  );
messagesTable(taiga, [
  ...['epic', 'task', 'issue'].map((type) =>
    taigaRow(`a new ${type}`, type, 'create', {}, `${mel} created the ${type} ${light}.`),
  ),
  taigaRow('a deleted story', 'userstory', 'delete', {}, `${mel} deleted the user story ${light}.`),
  taigaRow('a sprint', 'milestone', 'create', {}, `${mel} created the sprint **Sprint 2**.`, {
    name: 'Sprint 2',
  }),
  taigaRow('a page', 'wikipage', 'delete', {}, `${mel} deleted the wiki page **home**.`, { slug: 'home' }),
  taigaRow(
    'a story of an epic',
    'relateduserstory',
    'create',
    {},
    `${mel} created the related user story ${light} of the epic **Dark**.`,
    { user_story: story, epic: { subject: 'Dark' } },
  ),
  taigaChange(
    'a state',
    { status: { from: 'New', to: 'Done' } },
    '* changed the status from **New** to **Done**',
  ),
  taigaChange(
    'an assignee, and none in a sprint',
    { assigned_to: { from: null, to: 'Mia' }, milestone: { from: 'Sprint 0', to: null } },
    '* set the assignee to **Mia**\n* removed the sprint **Sprint 0**',
  ),
  taigaChange(
    'changed texts and flags',
    {
      description_diff: 'x',
      points: { a: { from: 1, to: 2 } },
      is_blocked: { from: false, to: true },
      is_closed: { from: true, to: false },
    },
    '* changed the estimation\n* blocked it\n* reopened it',
  ),
  taigaChange('a new order is ignored', { kanban_order: { from: 1, to: 2 } }, 'nothing'),
  taigaChange(
    'a change with a comment',
    { due_date: { from: null, to: '2026-01-02' } },
    `* set the due date to **2026-01-02**\n\n${quoted('Soon')}`,
    'Soon',
  ),
  taigaRow(
    'a comment alone',
    'issue',
    'change',
    { change: { diff: {}, comment: 'Why?' } },
    `${mel} commented on the issue ${light}:\n\n${quoted('Why?')}`,
  ),
  [
    'a test',
    {},
    { action: 'test', type: 'test', by: { full_name: 'Mel', permalink: '' }, data: { test: 'test' } },
    ['test', 'General', 'Mel tried the connection to Taiga.'],
  ],
  [
    'an unsupported event',
    {},
    { action: 'dim', type: 'task', by: { full_name: 'Mel' }, data: story },
    'unsupported',
  ],
  ['nobody', {}, { action: 'create', type: 'task', data: story }, /no 'by\.full_name'/],
]);

const cut = 'https://app.shortcut.example';
const card = { id: 7, entity_type: 'story', name: 'Light', app_url: `${cut}/story/7`, story_type: 'bug' };
const epic = { id: 9, entity_type: 'epic', name: 'Lamps', app_url: `${cut}/epic/9` };
const cardLink = `[Light](${cut}/story/7)`;
const cutRow = (name: string, action: Record<string, unknown>, expected: Row[3], more = {}): Row => [
  name,
  {},
  {
    primary_id: action.id,
    member_name: 'Mel',
    actions: action.id === 8 ? [action, card, epic] : [action],
    ...more,
  },
  expected,
];
const updatedCard = (
  name: string,
  part: string,
  changes: unknown,
  text: string,
  references: unknown[] = [],
): Row => [
  name,
  {},
  { primary_id: 7, member_name: 'Mel', actions: [{ ...card, action: 'update', changes }], references },
  [`story_update_${part}`, 'Light', `Mel updated the story ${cardLink}:\n${text}`],
];
messagesTable(shortcut, [
  cutRow('a story', { ...card, action: 'create' }, [
    'story_create',
    'Light',
    `Mel created the bug ${cardLink}.`,
  ]),
  cutRow(
    'a story of an epic',
    { ...card, action: 'create', epic_id: 9 },
    ['story_create', 'Light', `Mel created the bug ${cardLink} in the epic **Lamps**.`],
    { references: [epic] },
  ),
  cutRow('an epic', { ...epic, action: 'create', state: 'to do' }, [
    'epic_create',
    'Lamps',
    `Mel created the epic [Lamps](${cut}/epic/9) (to do).`,
  ]),
  cutRow('a deleted story', { ...card, action: 'delete' }, [
    'story_delete',
    'Light',
    'Mel deleted the story **Light**.',
  ]),
  cutRow('a comment', { id: 8, entity_type: 'story-comment', action: 'create', text: 'Fill it' }, [
    'story-comment_create',
    'Light',
    `Mel commented on ${cardLink}:\n\n${quoted('Fill it')}`,
  ]),
  cutRow('a comment on an epic', { id: 8, entity_type: 'epic-comment', action: 'create', text: 'Why?' }, [
    'epic-comment_create',
    'Lamps',
    `Mel commented on [Lamps](${cut}/epic/9):\n\n${quoted('Why?')}`,
  ]),
  cutRow(
    'an edited comment',
    { id: 8, entity_type: 'story-comment', action: 'update', text: 'x' },
    'nothing',
  ),
  cutRow('a task', { id: 8, entity_type: 'story-task', action: 'create', description: 'Trim' }, [
    'story-task_create',
    'Light',
    `Mel added the task **Trim** of ${cardLink}.`,
  ]),
  cutRow('a removed task', { id: 8, entity_type: 'story-task', action: 'delete', description: 'Trim' }, [
    'story-task_delete',
    'Light',
    `Mel deleted the task **Trim** of ${cardLink}.`,
  ]),
  cutRow(
    'a completed task',
    {
      id: 8,
      entity_type: 'story-task',
      action: 'update',
      description: 'Trim',
      changes: { complete: { new: true, old: false } },
    },
    [
      'story-task_update_complete',
      'Light',
      `Mel updated the task **Trim** of ${cardLink}:\n* completed it :tada:`,
    ],
  ),
  cutRow(
    'a pull request',
    {
      id: 8,
      entity_type: 'pull-request',
      action: 'create',
      number: 5,
      title: 'Fix',
      url: 'https://git.example/5',
    },
    [
      'pull-request_create',
      'Light',
      `Mel linked the pull request [#5 Fix](https://git.example/5) of ${cardLink}.`,
    ],
  ),
  cutRow(
    'a branch',
    { id: 8, entity_type: 'branch', action: 'create', name: 'wick', url: 'https://git.example/w' },
    ['branch_create', 'Light', `Mel linked the branch [wick](https://git.example/w) of ${cardLink}.`],
  ),
  updatedCard(
    'a state',
    'state',
    { workflow_state_id: { old: 1, new: 2 } },
    '* changed the state from **To do** to **Done**',
    [
      { id: 1, entity_type: 'workflow-state', name: 'To do' },
      { id: 2, entity_type: 'workflow-state', name: 'Done' },
    ],
  ),
  updatedCard(
    'a description',
    'description',
    { description: { old: '', new: 'Dark' } },
    `* changed the description\n\n${quoted('Dark')}`,
  ),
  updatedCard(
    'a removed description',
    'description',
    { description: { old: 'x', new: '' } },
    '* removed the description',
  ),
  updatedCard(
    'a changed name',
    'name',
    { name: { old: 'Dark', new: 'Light' } },
    '* changed the name from **Dark** to **Light**',
  ),
  updatedCard('archived', 'archived', { archived: { old: false, new: true } }, '* archived it'),
  updatedCard('in an epic', 'epic', { epic_id: { new: 9 } }, '* set the epic to **Lamps**', [epic]),
  updatedCard('an estimate', 'estimate', { estimate: { old: 3 } }, '* removed the estimate **3**'),
  updatedCard(
    'a label',
    'label',
    { label_ids: { adds: [4], removes: [5] } },
    '* added the label **oil**\n* removed the label **5**',
    [{ id: 4, entity_type: 'label', name: 'oil' }],
  ),
  updatedCard(
    'another project',
    'project',
    { project_id: { old: 1, new: 2 } },
    '* changed the project from **1** to **2**',
  ),
  updatedCard(
    'another type',
    'type',
    { story_type: { old: 'bug', new: 'chore' } },
    '* changed the type from **bug** to **chore**',
  ),
  updatedCard('an owner', 'owner', { owner_ids: { adds: ['m-1'] } }, '* added the owner **m-1**'),
  updatedCard('a file', 'attachment', { file_ids: { adds: [6] } }, '* added the attachment **wick.png**', [
    { id: 6, entity_type: 'file', name: 'wick.png' },
  ]),
  cutRow(
    'an ignored change',
    { ...card, action: 'update', changes: { position: { old: 1, new: 2 } } },
    'nothing',
  ),
  ['nothing at all', {}, null, 'nothing'],
  ['no actions', {}, { id: 1 }, /no 'actions'/],
]);

const history = (field: string, before: unknown, after: unknown) => ({
  field,
  before,
  after,
  user: { username: 'Mel' },
});
const task = '[Task 9hx](https://app.clickup.com/t/5/9hx)';
const clickRow = (name: string, event: string, items: unknown[], expected: Row[3]): Row => [
  name,
  {},
  { event, task_id: '9hx', team_id: '5', webhook_id: 'w', history_items: items },
  expected,
];
const things = [
  ['list', 'v/l/li/3'],
  ['folder', 'v/o/f/3'],
  ['space', 'v/s/3'],
  ['goal', 'goals'],
] as const;
messagesTable(clickup, [
  clickRow(
    'a task',
    'taskCreated',
    [history('task_creation', null, null)],
    ['Task Created', 'Task 9hx', `Mel created ${task}.`],
  ),
  clickRow(
    'changes of a task',
    'taskUpdated',
    [
      history('status', { status: 'to do' }, { status: 'done' }),
      history('assignee_add', null, { username: 'Mia' }),
      history('due_date', '1', null),
      history('tag', [], []),
    ],
    [
      'Task Updated',
      'Task 9hx',
      `Mel updated ${task}:\n* status: **to do** → **done**\n* assignee add: **Mia**\n* due date: **1** → nothing\n* changed tag`,
    ],
  ),
  clickRow(
    'a comment',
    'taskUpdated',
    [{ field: 'comment', user: { username: 'Mel' }, comment: { text_content: 'Fill it' } }],
    ['Task Updated', 'Task 9hx', `Mel updated ${task}:\n* commented:\n\n${quoted('Fill it')}\n`],
  ),
  clickRow('a deleted task', 'taskDeleted', [], ['Task Deleted', 'Task 9hx', 'Task 9hx was deleted.']),
  clickRow('an event that accompanies taskUpdated', 'taskStatusUpdated', [], 'nothing'),
  ...things.map(([kind, path]): Row => {
    const name = kind.charAt(0).toUpperCase() + kind.slice(1);
    return [
      `a ${kind}`,
      {},
      { event: `${kind}Updated`, [`${kind}_id`]: 3, team_id: '5' },
      [`${name} Updated`, `${name} 3`, `[${name} 3](https://app.clickup.com/5/${path}) was updated.`],
    ];
  }),
  [
    'a key result',
    {},
    { event: 'keyResultCreated', goal_id: '1', key_result_id: '3', team_id: '5' },
    ['Key Result Created', 'Key Result 3', '[Key Result 3](https://app.clickup.com/5/goals) was created.'],
  ],
  clickRow('an unsupported event', 'taskDimmed', [], 'unsupported'),
  ['no id', {}, { event: 'taskCreated' }, /no 'task_id'/],
]);
