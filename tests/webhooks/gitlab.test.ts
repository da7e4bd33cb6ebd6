// Messages about events of GitLab.

import { gitlab } from '../../src/model/webhook-services/gitlab.ts';
import { messagesTable, type Row } from './messages-table.ts';

const web = 'https://gitlab.example/acme/lamp';
const general = { user: { name: 'Mel Member' }, project: { name: 'lamp', web_url: web } };
const issue = { iid: 7, title: 'No oil', url: `${web}/-/issues/7`, description: 'Empty.<!-- note -->' };
const request = {
  iid: 5,
  title: 'Light it',
  url: `${web}/-/merge_requests/5`,
  description: '',
  source_branch: 'wick',
  target_branch: 'main',
};
const row = (
  name: string,
  event: string,
  payload: Record<string, unknown>,
  expected: Row[3],
  query: Readonly<Record<string, string>> = {},
): Row => [name, { headers: { 'x-gitlab-event': event }, query }, { ...general, ...payload }, expected];
const attributes = (values: Record<string, unknown>, action: string) => ({
  object_attributes: { ...values, action },
});
const push = {
  user: undefined,
  user_name: 'Mel Member',
  ref: 'refs/heads/main',
  before: 'a',
  after: 'b',
  checkout_sha: 'b',
  total_commits_count: 3,
  commits: [{ id: 'c'.repeat(40), message: 'Trim\n', url: `${web}/c`, author: { name: 'Mel Member' } }],
};
const onIssue = 'lamp / issue #7 No oil';
const onRequest = 'lamp / MR #5 Light it';
const note = { note: 'Fill it', url: `${web}/-/issues/7#note_1` };

messagesTable(gitlab, [
  row('a push', 'Push Hook', push, [
    'Push Hook',
    'lamp / main',
    `Mel Member [pushed](${web}/-/compare/a...b) 3 commits to \`main\`.\n\n* Trim ([ccccccccccc](${web}/c))\n* and 2 more commits`,
  ]),
  row('a push to another branch', 'Push Hook', push, 'nothing', { branches: 'release' }),
  row('a deleted branch', 'Push Hook', { ...push, after: '0'.repeat(40) }, [
    'Push Hook',
    'lamp / main',
    'Mel Member deleted the branch `main`.',
  ]),
  row('a tag', 'Tag Push Hook', { ...push, ref: 'refs/tags/v1' }, [
    'Tag Push Hook',
    'lamp',
    `Mel Member pushed the tag [v1](${web}/-/tags/v1).`,
  ]),
  row('a removed tag', 'Tag Push Hook', { ...push, ref: 'refs/tags/v1', checkout_sha: null }, [
    'Tag Push Hook',
    'lamp',
    'Mel Member deleted the tag `v1`.',
  ]),
  row(
    'an opened issue',
    'Issue Hook',
    { ...attributes(issue, 'open'), assignees: [{ name: 'Mia' }, { name: 'Max' }] },
    [
      'Issue Hook open',
      onIssue,
      `Mel Member opened [issue #7](${issue.url}) (assigned to Mia and Max):\n\n\`\`\` quote\nEmpty.\n\`\`\``,
    ],
  ),
  row('a closed confidential issue', 'Confidential Issue Hook', attributes(issue, 'close'), [
    'Confidential Issue Hook close',
    onIssue,
    `Mel Member closed [issue #7](${issue.url}).`,
  ]),
  row('an opened merge request', 'Merge Request Hook', attributes(request, 'open'), [
    'Merge Request Hook open',
    onRequest,
    `Mel Member opened [MR #5](${request.url}) from \`wick\` to \`main\`.`,
  ]),
  row('more commits in it', 'Merge Request Hook', attributes({ ...request, oldrev: 'a' }, 'update'), [
    'Merge Request Hook update',
    onRequest,
    `Mel Member pushed to [MR #5](${request.url}).`,
  ]),
  row('a merged one', 'Merge Request Hook', attributes(request, 'merge'), [
    'Merge Request Hook merge',
    onRequest,
    `Mel Member merged [MR #5](${request.url}) from \`wick\` to \`main\`.`,
  ]),
  row(
    'a comment on an issue',
    'Note Hook',
    { object_attributes: { ...note, noteable_type: 'Issue' }, issue },
    [
      'Note Hook Issue',
      onIssue,
      `Mel Member [commented](${note.url}) on [issue #7](${web}/-/issues/7):\n\n\`\`\` quote\nFill it\n\`\`\``,
    ],
  ),
  row(
    'a comment on a merge request',
    'Note Hook',
    { object_attributes: { ...note, noteable_type: 'MergeRequest' }, merge_request: request },
    [
      'Note Hook MergeRequest',
      onRequest,
      `Mel Member [commented](${note.url}) on [MR #5](${web}/-/merge_requests/5):\n\n\`\`\` quote\nFill it\n\`\`\``,
    ],
  ),
  row(
    'a comment on a commit',
    'Note Hook',
    {
      object_attributes: { ...note, noteable_type: 'Commit' },
      commit: { id: 'd'.repeat(40), url: `${web}/d` },
    },
    [
      'Note Hook Commit',
      'lamp',
      `Mel Member [commented](${note.url}) on [ddddddddddd](${web}/d):\n\n\`\`\` quote\nFill it\n\`\`\``,
    ],
  ),
  row('a reopened issue', 'Issue Hook', attributes(issue, 'reopen'), [
    'Issue Hook reopen',
    onIssue,
    `Mel Member reopened [issue #7](${issue.url}).`,
  ]),
  row('an approval', 'Merge Request Hook', attributes(request, 'approved'), [
    'Merge Request Hook approved',
    onRequest,
    `Mel Member approved [MR #5](${request.url}).`,
  ]),
  row('a withdrawn approval', 'Merge Request Hook', attributes(request, 'unapproved'), [
    'Merge Request Hook unapproved',
    onRequest,
    `Mel Member removed the approval of [MR #5](${request.url}).`,
  ]),
  row(
    'a deployment',
    'Deployment Hook',
    {
      status: 'success',
      environment: 'production',
      deployable_url: `${web}/-/jobs/9`,
      short_sha: 'abc',
      commit_url: `${web}/c`,
    },
    [
      'Deployment Hook',
      'lamp',
      `Mel Member: the deployment of [abc](${web}/c) to \`production\` is [success](${web}/-/jobs/9).`,
    ],
  ),
  row(
    'a comment on a snippet',
    'Note Hook',
    {
      object_attributes: { ...note, noteable_type: 'Snippet' },
      snippet: { id: 1, title: 'Oil', url: `${web}/-/snippets/1` },
    },
    [
      'Note Hook Snippet',
      'lamp / snippet #1 Oil',
      `Mel Member [commented](${note.url}) on [snippet #1](${web}/-/snippets/1):\n\n\`\`\` quote\nFill it\n\`\`\``,
    ],
  ),
  row('a wiki page', 'Wiki Page Hook', attributes({ title: 'Oil', url: `${web}/-/wikis/oil` }, 'create'), [
    'Wiki Page Hook create',
    'lamp',
    `Mel Member created the wiki page [Oil](${web}/-/wikis/oil).`,
  ]),
  row(
    'a job',
    'Job Hook',
    {
      repository: { name: 'lamp', homepage: web },
      ref: 'main',
      build_id: 9,
      build_name: 'test',
      build_stage: 'check',
      build_status: 'failed',
    },
    ['Job Hook', 'lamp / main', `The job [test](${web}/-/jobs/9) of the stage \`check\` is now **failed**.`],
  ),
  row(
    'a pipeline',
    'Pipeline Hook',
    {
      object_attributes: { id: 4, ref: 'main', status: 'success' },
      builds: [{ name: 'test', status: 'success' }],
    },
    [
      'Pipeline Hook',
      'lamp / main',
      `[Pipeline (4)](${web}/-/pipelines/4) is now **success**.\n* \`test\`: success`,
    ],
  ),
  row(
    'a pipeline whose jobs have pages and artifacts',
    'Pipeline Hook',
    {
      object_attributes: { id: 4, ref: 'main', status: 'success' },
      builds: [
        { id: 8, name: 'test', status: 'success', artifacts_file: { filename: null } },
        { id: 9, name: 'pack', status: 'success', artifacts_file: { filename: 'lamp.zip' } },
      ],
    },
    [
      'Pipeline Hook',
      'lamp / main',
      `[Pipeline (4)](${web}/-/pipelines/4) is now **success**.\n* [test](${web}/-/jobs/8): success\n* [pack](${web}/-/jobs/9): success\n  * Built \`lamp.zip\` ([browse](${web}/-/jobs/9/artifacts/browse), [download](${web}/-/jobs/9/artifacts/download))`,
    ],
  ),
  [
    'a job whose topic is in the URL',
    { headers: { 'x-gitlab-event': 'Job Hook' }, topic: 'builds' },
    {
      repository: { name: 'lamp', homepage: web },
      ref: 'main',
      build_id: 9,
      build_name: 'test',
      build_stage: 'check',
      build_status: 'failed',
    },
    [
      'Job Hook',
      'lamp / main',
      `[lamp](${web}): The job [test](${web}/-/jobs/9) of the stage \`check\` is now **failed**.`,
    ],
  ],
  row(
    'a topic without the title',
    'Merge Request Hook',
    attributes(request, 'close'),
    ['Merge Request Hook close', 'lamp / MR #5', `Mel Member closed [MR #5](${request.url}).`],
    { use_merge_request_title: 'false' },
  ),
  row(
    'a release',
    'Release Hook',
    { action: 'create', name: 'First', tag: 'v1', url: `${web}/-/releases/v1`, description: '' },
    ['Release Hook', 'lamp', `The release [First](${web}/-/releases/v1) for the tag \`v1\` was published.`],
  ),
  row(
    'events for administrators of GitLab',
    'System Hook',
    { object_kind: 'merge_request', ...attributes(request, 'close') },
    ['Merge Request Hook close', onRequest, `Mel Member closed [MR #5](${request.url}).`],
  ),
  row('an unsupported event', 'Feature Flag Hook', {}, 'unsupported'),
  row(
    'an issue without a number',
    'Issue Hook',
    attributes({ ...issue, iid: undefined }, 'close'),
    /no 'object_attributes\.iid'/,
  ),
]);
