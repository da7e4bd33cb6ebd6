// Messages about events of Gitea and Forgejo.

import { forgejo, gitea, gogs } from '../../src/model/webhook-services/gitea.ts';
import { messagesTable, type Row } from './messages-table.ts';

const web = 'https://git.example/acme/lamp';
const general = {
  sender: { login: 'mel', username: 'mel' },
  repository: { name: 'lamp', full_name: 'acme/lamp', html_url: web },
};
const issue = { number: 7, title: 'No oil', body: 'Empty.', assignee: null };
const pull = {
  id: 105,
  number: 5,
  title: 'Light it',
  html_url: `${web}/pulls/5`,
  body: '',
  merged: false,
  head: { ref: 'wick' },
  base: { ref: 'main' },
};
const push = {
  ref: 'refs/heads/main',
  compare_url: `${web}/compare/a...b`,
  commits: [
    { id: 'c'.repeat(40), message: 'Trim', url: `${web}/c`, author: { username: 'mel', name: 'Mel' } },
  ],
};
const onIssue = 'lamp / issue #7 No oil';
const onPull = 'lamp / PR #105 Light it';
const row = (name: string, event: string, payload: Record<string, unknown>, expected: Row[3]): Row => [
  name,
  { headers: { 'x-gitea-event': event } },
  { ...general, ...payload },
  expected,
];

const rows: readonly Row[] = [
  row('a push', 'push', push, [
    'push',
    'lamp / main',
    `mel [pushed](${web}/compare/a...b) 1 commit to \`main\`.\n\n* Trim ([ccccccccccc](${web}/c))`,
  ]),
  row('a new branch', 'create', { ref: 'wick', ref_type: 'branch' }, [
    'create',
    'lamp / wick',
    `mel created the branch [wick](${web}/src/branch/wick).`,
  ]),
  row('a new tag', 'create', { ref: 'v1', ref_type: 'tag' }, [
    'create',
    'lamp',
    `mel pushed the tag [v1](${web}/src/tag/v1).`,
  ]),
  row('a deleted branch', 'delete', { ref: 'wick', ref_type: 'branch' }, [
    'delete',
    'lamp / wick',
    'mel deleted the branch `wick`.',
  ]),
  row('an opened issue', 'issues', { action: 'opened', issue }, [
    'issues',
    onIssue,
    `mel opened [issue #7](${web}/issues/7):\n\n\`\`\` quote\nEmpty.\n\`\`\``,
  ]),
  row(
    'an assigned issue',
    'issues',
    { action: 'assigned', issue: { ...issue, assignee: { login: 'mia' } } },
    ['issues', onIssue, `mel assigned [issue #7](${web}/issues/7) to mia.`],
  ),
  row('a closed issue', 'issues', { action: 'closed', issue }, [
    'issues',
    onIssue,
    `mel closed [issue #7](${web}/issues/7).`,
  ]),
  row(
    'a comment',
    'issue_comment',
    { action: 'created', issue, comment: { html_url: `${web}/c1`, body: 'Fill it' } },
    [
      'issue_comment',
      onIssue,
      `mel [commented](${web}/c1) on [issue #7](${web}/issues/7):\n\n\`\`\` quote\nFill it\n\`\`\``,
    ],
  ),
  row('an opened pull request', 'pull_request', { action: 'opened', pull_request: pull }, [
    'pull_request',
    onPull,
    `mel opened [PR #5](${web}/pulls/5) from \`wick\` to \`main\`.`,
  ]),
  row(
    'a merged pull request',
    'pull_request',
    { action: 'closed', pull_request: { ...pull, merged: true } },
    ['pull_request', onPull, `mel merged [PR #5](${web}/pulls/5) from \`wick\` to \`main\`.`],
  ),
  row(
    'a review',
    'pull_request_approved',
    { action: 'reviewed', pull_request: pull, review: { content: 'Fine' } },
    ['pull_request_approved', onPull, `mel approved [PR #5](${web}/pulls/5):\n\n\`\`\` quote\nFine\n\`\`\``],
  ),
  row(
    'a release',
    'release',
    { action: 'published', release: { tag_name: 'v1', name: 'First', html_url: `${web}/releases/v1` } },
    [
      'release',
      'lamp / v1 First',
      `mel published the release [First](${web}/releases/v1) for the tag \`v1\`.`,
    ],
  ),
  row('other labels', 'issue_label', { action: 'label_updated', issue }, [
    'issue_label',
    onIssue,
    `mel changed the labels of [issue #7](${web}/issues/7).`,
  ]),
  row(
    'an assignment',
    'issue_assign',
    { action: 'assigned', issue: { ...issue, assignee: { login: 'mia' } } },
    ['issue_assign', onIssue, `mel assigned [issue #7](${web}/issues/7) to mia.`],
  ),
  row('more commits', 'pull_request_sync', { action: 'synchronized', pull_request: pull }, [
    'pull_request_sync',
    onPull,
    `mel pushed to [PR #5](${web}/pulls/5).`,
  ]),
  row(
    'a requested review',
    'pull_request_review_request',
    { action: 'review_requested', pull_request: pull },
    ['pull_request_review_request', onPull, `mel requested a review of [PR #5](${web}/pulls/5).`],
  ),
  row(
    'a review that requests changes',
    'pull_request_rejected',
    { action: 'reviewed', pull_request: pull, review: { content: 'No' } },
    [
      'pull_request_rejected',
      onPull,
      `mel requested changes to [PR #5](${web}/pulls/5):\n\n\`\`\` quote\nNo\n\`\`\``,
    ],
  ),
  row(
    'a comment on a pull request',
    'issue_comment',
    {
      action: 'created',
      is_pull: true,
      issue: { ...issue, number: 5, title: 'Light it' },
      comment: { html_url: `${web}/c1`, body: 'Fine' },
    },
    [
      'issue_comment',
      'lamp / issue #5 Light it',
      `mel [commented](${web}/c1) on [PR #5](${web}/pulls/5):\n\n\`\`\` quote\nFine\n\`\`\``,
    ],
  ),
  row('a new repository', 'repository', { action: 'created' }, [
    'repository',
    'lamp',
    `mel created the repository [acme/lamp](${web}).`,
  ]),
  row('a fork', 'fork', { forkee: { name: 'lamp' } }, [
    'fork',
    'lamp',
    `mel forked the repository as [acme/lamp](${web}).`,
  ]),
  row('a wiki page', 'wiki', { action: 'created', page: 'Oil' }, [
    'wiki',
    'lamp / wiki pages',
    `mel created the wiki page [Oil](${web}/wiki/Oil).`,
  ]),
  row('an unsupported event', 'package', {}, 'unsupported'),
  row('no repository', 'push', { ...push, repository: {} }, /no 'repository\.name'/),
];

messagesTable(gitea, rows);
messagesTable(forgejo, rows);

const gogsHome = 'https://gogs.example/acme/lamp';
const gogsRow = (name: string, event: string, payload: Record<string, unknown>, expected: Row[3]): Row => [
  name,
  { headers: { 'x-gogs-event': event } },
  { repository: { name: 'lamp', html_url: gogsHome }, sender: { username: 'mel' }, ...payload },
  expected,
];
const gogsIssue = { number: 7, title: 'No oil', body: 'Empty', user: { username: 'mel' } };
messagesTable(gogs, [
  gogsRow(
    'a push',
    'push',
    {
      ref: 'refs/heads/main',
      compare_url: `${gogsHome}/compare/a...b`,
      commits: [
        {
          id: 'c'.repeat(40),
          message: 'Trim\n',
          url: `${gogsHome}/c`,
          author: { username: 'mel', name: 'Mel' },
        },
      ],
      pusher: { username: 'mel' },
    },
    [
      'push',
      'lamp / main',
      `mel [pushed](${gogsHome}/compare/a...b) 1 commit to \`main\`.\n\n* Trim ([ccccccccccc](${gogsHome}/c))`,
    ],
  ),
  gogsRow('a branch', 'create', { ref: 'wick', ref_type: 'branch' }, [
    'create',
    'lamp / wick',
    `mel created the branch [wick](${gogsHome}/src/branch/wick).`,
  ]),
  gogsRow('an issue', 'issues', { action: 'opened', issue: gogsIssue }, [
    'issues',
    'lamp / issue #7 No oil',
    `mel opened [issue #7](${gogsHome}/issues/7):\n\n\`\`\` quote\nEmpty\n\`\`\``,
  ]),
  gogsRow(
    'a comment',
    'issue_comment',
    { action: 'created', issue: gogsIssue, comment: { html_url: `${gogsHome}/issues/7#1`, body: 'Fill it' } },
    [
      'issue_comment',
      'lamp / issue #7 No oil',
      `mel [commented](${gogsHome}/issues/7#1) on [issue #7](${gogsHome}/issues/7):\n\n\`\`\` quote\nFill it\n\`\`\``,
    ],
  ),
  gogsRow(
    'a pull request',
    'pull_request',
    {
      action: 'closed',
      pull_request: {
        id: 5,
        number: 5,
        title: 'Light it',
        merged: true,
        head_branch: 'wick',
        base_branch: 'main',
      },
    },
    [
      'pull_request',
      'lamp / PR #5 Light it',
      `mel merged [PR #5](${gogsHome}/pulls/5) from \`wick\` to \`main\`.`,
    ],
  ),
  gogsRow(
    'a release',
    'release',
    { action: 'published', release: { tag_name: 'v1', name: 'First', author: { username: 'mel' } } },
    ['release', 'lamp / v1 First', `mel published the release [First](${gogsHome}) for the tag \`v1\`.`],
  ),
  gogsRow('an unsupported event', 'dim', {}, 'unsupported'),
]);
