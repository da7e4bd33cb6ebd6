// Messages about events of GitHub.

import { github } from '../../src/model/webhook-services/github.ts';
import { messagesTable, type Row } from './messages-table.ts';

const web = 'https://github.example/acme/lamp';
const general = {
  sender: { login: 'mel', html_url: 'https://github.example/mel' },
  repository: { name: 'lamp', full_name: 'acme/lamp', html_url: web, private: false },
};
const pull = {
  number: 5,
  title: 'Light it',
  html_url: `${web}/pull/5`,
  body: 'It is dark.',
  merged: false,
  head: { label: 'mel:wick' },
  base: { label: 'acme:main' },
};
const issue = { number: 7, title: 'No oil', html_url: `${web}/issues/7`, body: 'The lamp is empty.' };
const comment = { html_url: `${web}/issues/7#c1`, body: 'Fill it @**all**', commit_id: 'a'.repeat(40) };
const onIssue = 'lamp / issue #7 No oil';
const onPull = 'lamp / PR #5 Light it';
const commit = (id: string, author: string, message: string) => ({
  id: id.repeat(40),
  message,
  url: `${web}/commit/${id}`,
  author: { name: author, username: author },
});

const at = (event: string, query = {}) => ({ headers: { 'x-github-event': event }, query });
const row = (
  name: string,
  event: string,
  payload: Record<string, unknown>,
  expected: Row[3],
  query = {},
): Row => [name, at(event, query), { ...general, ...payload }, expected];

const push = {
  ref: 'refs/heads/main',
  compare: `${web}/compare/a...b`,
  deleted: false,
  forced: false,
  created: false,
  commits: [commit('a', 'mel', 'Trim the wick\n\nLong story'), commit('b', 'mia', 'Fill [oil](x')],
};

messagesTable(github, [
  row('a push', 'push', push, [
    'push_commits',
    'lamp / main',
    `mel [pushed](${web}/compare/a...b) 2 commits to \`main\`. Written by mel (1) and mia (1).\n\n` +
      `* Trim the wick ([aaaaaaaaaaa](${web}/commit/a))\n* Fill [oil] (x ([bbbbbbbbbbb](${web}/commit/b))`,
  ]),
  row('a push to a branch that the URL does not select', 'push', push, 'nothing', {
    branches: 'release,next',
  }),
  row('a forced push', 'push', { ...push, forced: true, commits: [] }, [
    'push_commits',
    'lamp / main',
    `mel [force pushed](${web}/compare/a...b) the branch \`main\`.`,
  ]),
  row('a deleted branch', 'push', { ...push, deleted: true, commits: [] }, [
    'push_commits',
    'lamp / main',
    `mel [deleted](${web}/compare/a...b) the branch \`main\`.`,
  ]),
  row('a tag', 'push', { ...push, ref: 'refs/tags/v1' }, [
    'push_tags',
    'lamp',
    `mel pushed the tag [v1](${web}/compare/a...b).`,
  ]),
  row('an opened issue', 'issues', { action: 'opened', issue }, [
    'issues',
    onIssue,
    `mel opened [issue #7](${web}/issues/7):\n\n\`\`\` quote\nThe lamp is empty.\n\`\`\``,
  ]),
  row('a closed issue', 'issues', { action: 'closed', issue }, [
    'issues',
    onIssue,
    `mel closed [issue #7](${web}/issues/7).`,
  ]),
  row('an assigned issue', 'issues', { action: 'assigned', issue, assignee: { login: 'mia' } }, [
    'issues',
    onIssue,
    `mel assigned mia to [issue #7](${web}/issues/7).`,
  ]),
  row('a label', 'issues', { action: 'labeled', issue, label: { name: 'bug' } }, [
    'issue_labeled_or_unlabeled',
    onIssue,
    `[mel](https://github.example/mel) added the label \`bug\` to [issue #7](${web}/issues/7).`,
  ]),
  row('a comment', 'issue_comment', { action: 'created', issue, comment }, [
    'issue_comment',
    onIssue,
    `mel [commented](${web}/issues/7#c1) on [issue #7](${web}/issues/7):\n\n\`\`\` quote\nFill it @**all**\n\`\`\``,
  ]),
  row(
    'a comment on a pull request',
    'issue_comment',
    { action: 'deleted', issue: { ...issue, pull_request: {} }, comment },
    [
      'issue_comment',
      'lamp / PR #7 No oil',
      `mel deleted a [comment](${web}/issues/7#c1) on [PR #7](${web}/issues/7):\n\n\`\`\` quote\nFill it @**all**\n\`\`\``,
    ],
  ),
  row(
    'an edited comment with the same text',
    'issue_comment',
    { action: 'edited', issue, comment, changes: { body: { from: comment.body } } },
    'nothing',
  ),
  row('an opened pull request', 'pull_request', { action: 'opened', pull_request: pull }, [
    'opened_pull_request',
    onPull,
    `mel opened [PR #5](${web}/pull/5) from \`mel:wick\` to \`acme:main\`:\n\n\`\`\` quote\nIt is dark.\n\`\`\``,
  ]),
  row(
    'a merged pull request',
    'pull_request',
    { action: 'closed', pull_request: { ...pull, merged: true } },
    ['closed_pull_request', onPull, `mel merged [PR #5](${web}/pull/5).`],
  ),
  row('more commits in a pull request', 'pull_request', { action: 'synchronize', pull_request: pull }, [
    'updated_pull_request',
    onPull,
    `mel pushed to [PR #5](${web}/pull/5).`,
  ]),
  row(
    'a requested review',
    'pull_request',
    {
      action: 'review_requested',
      pull_request: pull,
      requested_reviewer: { login: 'mia', html_url: 'https://github.example/mia' },
    },
    [
      'pull_request_review_requested',
      onPull,
      `mel requested a review by [mia](https://github.example/mia) of [PR #5](${web}/pull/5).`,
    ],
  ),
  row(
    'a review',
    'pull_request_review',
    {
      action: 'submitted',
      pull_request: pull,
      review: { html_url: `${web}/r`, state: 'approved', body: null },
    },
    ['pull_request_review', onPull, `mel approved [PR #5](${web}/r).`],
  ),
  row(
    'the empty event after a review',
    'pull_request_review',
    { action: 'edited', changes: {}, pull_request: pull, review: {} },
    'nothing',
  ),
  row(
    'a comment in a review',
    'pull_request_review_comment',
    { action: 'created', pull_request: pull, comment },
    [
      'pull_request_review_comment',
      onPull,
      `mel made a [review comment](${web}/issues/7#c1) on [PR #5](${web}/pull/5):\n\n\`\`\` quote\nFill it @**all**\n\`\`\``,
    ],
  ),
  row(
    'a finished check',
    'check_run',
    {
      action: 'completed',
      check_run: {
        status: 'completed',
        conclusion: 'failure',
        name: 'lint',
        html_url: `${web}/runs/1`,
        head_sha: 'c'.repeat(40),
      },
    },
    [
      'check_run',
      'lamp / checks',
      `Check [lint](${web}/runs/1) of [ccccccccccc](${web}/commit/${'c'.repeat(40)}): **failure**.`,
    ],
  ),
  row('a queued check', 'check_run', { action: 'created', check_run: { status: 'queued' } }, 'nothing'),
  row(
    'a release',
    'release',
    { action: 'published', release: { name: '', tag_name: 'v1', html_url: `${web}/releases/v1` } },
    ['release', 'lamp', `mel published the release [v1](${web}/releases/v1) for the tag \`v1\`.`],
  ),
  row('a star', 'star', { action: 'created' }, [
    'star',
    'lamp',
    `[mel](https://github.example/mel) starred the repository [acme/lamp](${web}).`,
  ]),
  row(
    'a fork',
    'fork',
    { forkee: { name: 'lamp', full_name: 'mia/lamp', html_url: 'https://github.example/mia/lamp' } },
    ['fork', 'lamp', 'mel forked the repository as [mia/lamp](https://github.example/mia/lamp).'],
  ),
  row('a comment on a commit', 'commit_comment', { action: 'created', comment }, [
    'commit_comment',
    'lamp',
    `mel [commented](${web}/issues/7#c1) on [aaaaaaaaaaa](${web}/issues/7):\n\n\`\`\` quote\nFill it @**all**\n\`\`\``,
  ]),
  row(
    'a deployment',
    'deployment_status',
    { deployment: { environment: 'staging' }, deployment_status: { state: 'success', target_url: null } },
    ['deployment_status', 'lamp / Deployment on staging', 'The deployment to `staging` is now success.'],
  ),
  row(
    'a discussion',
    'discussion',
    {
      action: 'created',
      discussion: {
        number: 3,
        title: 'Which oil?',
        html_url: `${web}/d/3`,
        body: 'Olive',
        category: { name: 'Q&A' },
      },
    },
    [
      'discussion',
      'lamp discussion #3: Which oil?',
      `mel created [discussion #3](${web}/d/3) in Q&A:\n\n\`\`\` quote\nOlive\n\`\`\``,
    ],
  ),
  row('a new branch', 'create', { ref: 'wick', ref_type: 'branch' }, [
    'create',
    'lamp',
    'mel created the branch `wick`.',
  ]),
  row('a delete event of a branch', 'delete', { ref: 'wick', ref_type: 'branch' }, [
    'delete',
    'lamp',
    'mel deleted the branch `wick`.',
  ]),
  row(
    'the status of a commit',
    'status',
    {
      sha: 'a'.repeat(40),
      state: 'success',
      target_url: null,
      context: 'ci',
      commit: { html_url: `${web}/commit/a` },
    },
    ['status', 'lamp', `[aaaaaaaaaaa](${web}/commit/a) is now success (ci).`],
  ),
  row('a new repository', 'repository', { action: 'created' }, [
    'repository',
    'lamp',
    `mel created the repository [acme/lamp](${web}).`,
  ]),
  row(
    'a draft marked as ready for review',
    'pull_request',
    { action: 'ready_for_review', pull_request: pull },
    ['pull_request_ready_for_review', onPull, `mel marked as ready for review [PR #5](${web}/pull/5).`],
  ),
  row(
    'an assignee of a pull request',
    'pull_request',
    { action: 'assigned', pull_request: pull, assignee: { login: 'mia' } },
    ['assigned_or_unassigned_pull_request', onPull, `mel assigned mia to [PR #5](${web}/pull/5).`],
  ),
  row(
    'a comment in a discussion',
    'discussion_comment',
    {
      action: 'created',
      discussion: { number: 3, title: 'Oil?', html_url: `${web}/discussions/3` },
      comment: { html_url: `${web}/discussions/3#c`, body: 'Yes' },
    },
    [
      'discussion_comment',
      'lamp discussion #3: Oil?',
      `mel [commented](${web}/discussions/3#c) on [discussion #3](${web}/discussions/3):\n\n\`\`\` quote\nYes\n\`\`\``,
    ],
  ),
  row(
    'a wiki page',
    'gollum',
    { pages: [{ action: 'created', title: 'Oil', html_url: `${web}/wiki/Oil` }] },
    ['gollum', 'lamp / wiki pages', `mel changed the wiki:\n* created [Oil](${web}/wiki/Oil)`],
  ),
  row('a deployment', 'deployment', { deployment: { environment: 'production' } }, [
    'deployment',
    'lamp / Deployment on production',
    'mel began a deployment to `production`.',
  ]),
  row('a ping', 'ping', {}, ['ping', 'lamp', 'GitHub webhook has been successfully configured by mel.']),
  row('an ignored event', 'check_suite', { action: 'completed' }, 'nothing'),
  row('an unsupported event', 'secret_scanning_alert', { action: 'created' }, 'unsupported'),
  row(
    'an ignored private repository',
    'star',
    { action: 'created', repository: { ...general.repository, private: true } },
    'nothing',
    { ignore_private_repositories: 'true' },
  ),
  row(
    'a pull request without a title',
    'pull_request',
    { action: 'opened', pull_request: { ...pull, title: null } },
    /no 'pull_request\.title'/,
  ),
  row(
    'an invalid title',
    'pull_request',
    { action: 'opened', pull_request: { ...pull, title: [] } },
    /'pull_request\.title' of the payload is not a string/,
  ),
  row('a payload in another format', 'push', { push: {} }, /no 'ref'/),
]);

messagesTable(github, [
  [
    'a custom topic moves the title into the text',
    { ...at('issues'), topic: 'issues' },
    { ...general, action: 'closed', issue: { ...issue, title: 'a](https://evil.example) [b' } },
    [
      'issues',
      'lamp / issue #7 a](https://evil.example) [b',
      `mel closed [issue #7 a)(https://evil.example) (b](${web}/issues/7).`,
    ],
  ],
]);
