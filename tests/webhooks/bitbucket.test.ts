// Messages about events of Bitbucket, cloud and server, and of Azure DevOps.

import { azuredevops } from '../../src/model/webhook-services/azuredevops.ts';
import { bitbucket2 } from '../../src/model/webhook-services/bitbucket2.ts';
import { bitbucket3 } from '../../src/model/webhook-services/bitbucket3.ts';
import { messagesTable, type Row } from './messages-table.ts';

const web = 'https://bucket.example/acme/lamp';
const at = (href: string) => ({ links: { html: { href } } });
const cloud = {
  actor: { display_name: 'Mel' },
  repository: { name: 'lamp', full_name: 'acme/lamp', ...at(web) },
};
const pull = {
  id: 5,
  title: 'Light it',
  description: 'It is dark.',
  source: { branch: { name: 'wick' } },
  destination: { branch: { name: 'main' } },
  reviewers: [{ display_name: 'Mia' }],
  ...at(`${web}/pull/5`),
};
const issue = { id: 7, title: 'No oil', content: { raw: 'Empty.' }, ...at(`${web}/issues/7`) };
const comment = { content: { raw: 'Fill it' }, ...at(`${web}/c1`) };
const branch = (name: string) => ({ type: 'branch', name });
const commits = [
  {
    hash: 'c'.repeat(40),
    message: 'Trim\n',
    author: { raw: 'Mel <m@x.example>', user: { display_name: 'Mel' } },
    ...at(`${web}/c`),
  },
];
const change = (more: Record<string, unknown>) => ({
  push: {
    changes: [
      {
        new: branch('main'),
        old: branch('main'),
        forced: false,
        truncated: false,
        commits,
        ...at(`${web}/diff`),
        ...more,
      },
    ],
  },
});
const row = (
  name: string,
  key: string,
  payload: Record<string, unknown>,
  expected: Row[3],
  query = {},
): Row => [name, { headers: { 'x-event-key': key }, query }, { ...cloud, ...payload }, expected];
const onPull = 'lamp / PR #5 Light it';
const onIssue = 'lamp / issue #7 No oil';
const quoted = (text: string) => `\n\n\`\`\` quote\n${text}\n\`\`\``;
const pullLink = `[PR #5](${web}/pull/5)`;

messagesTable(bitbucket2, [
  row('a push', 'repo:push', change({}), [
    'push',
    'lamp / main',
    `Mel [pushed](${web}/diff) 1 commit to \`main\`.\n\n* Trim ([ccccccccccc](${web}/c))`,
  ]),
  row('a truncated list of commits', 'repo:push', change({ truncated: true }), [
    'push',
    'lamp / main',
    `Mel [pushed](${web}/diff) 1 or more commits to \`main\`.\n\n* Trim ([ccccccccccc](${web}/c))\n* and more`,
  ]),
  row('a push to another branch', 'repo:push', change({}), 'nothing', { branches: 'release' }),
  row('a deleted branch', 'repo:push', change({ new: null, commits: [] }), [
    'push',
    'lamp / main',
    'Mel deleted the branch `main`.',
  ]),
  row('a tag', 'repo:push', change({ new: { type: 'tag', name: 'v1', ...at(`${web}/v1`) } }), [
    'push',
    'lamp',
    `Mel pushed the tag [v1](${web}/v1).`,
  ]),
  row('an opened issue', 'issue:created', { issue }, [
    'issue_created',
    onIssue,
    `Mel created [issue #7](${web}/issues/7):${quoted('Empty.')}`,
  ]),
  row('a comment on it', 'issue:comment_created', { issue, comment }, [
    'issue_commented',
    onIssue,
    `Mel [commented](${web}/c1) on [issue #7](${web}/issues/7):${quoted('Fill it')}`,
  ]),
  row('a new pull request', 'pullrequest:created', { pullrequest: pull }, [
    'pull_request_created',
    onPull,
    `Mel created ${pullLink} (to be reviewed by Mia) from \`wick\` to \`main\`:${quoted('It is dark.')}`,
  ]),
  row('an approved one', 'pullrequest:approved', { pullrequest: pull }, [
    'pull_request_approved',
    onPull,
    `Mel approved ${pullLink}.`,
  ]),
  row('a merged one', 'pullrequest:fulfilled', { pullrequest: pull }, [
    'pull_request_fulfilled',
    onPull,
    `Mel merged ${pullLink} from \`wick\` to \`main\`.`,
  ]),
  row('a declined one', 'pullrequest:rejected', { pullrequest: pull }, [
    'pull_request_rejected',
    onPull,
    `Mel declined ${pullLink}.`,
  ]),
  row('a comment on one', 'pullrequest:comment_created', { pullrequest: pull, comment }, [
    'pull_request_comment_created',
    onPull,
    `Mel [commented](${web}/c1) on ${pullLink}:${quoted('Fill it')}`,
  ]),
  row('a fork', 'repo:fork', { fork: { full_name: 'mia/lamp', ...at('https://bucket.example/mia/lamp') } }, [
    'fork',
    'lamp',
    'Mel forked the repository as [mia/lamp](https://bucket.example/mia/lamp).',
  ]),
  row(
    'the build status of a commit',
    'repo:commit_status_created',
    {
      commit_status: {
        key: 'CI',
        state: 'FAILED',
        url: 'https://ci.example/1',
        links: { commit: { href: `https://api.example/commit/${'d'.repeat(40)}` } },
      },
    },
    [
      'change_commit_status',
      'lamp',
      `[CI](https://ci.example/1): [ddddddddddd](${web}/commits/${'d'.repeat(40)}) is now **FAILED**.`,
    ],
  ),
  row('an unsupported event', 'repo:transfer', {}, 'unsupported'),
  row(
    'no title',
    'pullrequest:created',
    { pullrequest: { ...pull, title: null } },
    /no 'pullrequest\.title'/,
  ),
]);

const self = (href: string) => ({ links: { self: [{ href }] } });
const own = {
  actor: { name: 'mel', displayName: 'Mel' },
  repository: { name: 'lamp', ...self(`${web}/browse`) },
};
const request = {
  id: 5,
  title: 'Light it',
  description: '',
  fromRef: { displayId: 'wick' },
  toRef: { displayId: 'main', repository: { name: 'lamp' } },
  reviewers: [{ user: { displayName: 'Mia' } }],
  ...self(`${web}/pull/5`),
};
const eventRow = (
  name: string,
  eventKey: string,
  payload: Record<string, unknown>,
  topic: string,
  content: string,
): Row => [name, {}, { eventKey, ...own, ...payload }, [eventKey, topic, content]];
const pushPayload = (type: string, kind = 'BRANCH') => ({
  changes: [{ type, ref: { displayId: 'wick', type: kind }, toHash: 'e'.repeat(40) }],
});

messagesTable(bitbucket3, [
  eventRow(
    'opened',
    'pr:opened',
    { pullRequest: request },
    onPull,
    `Mel opened ${pullLink} from \`wick\` to \`main\` (reviewers: Mia).`,
  ),
  eventRow(
    'changed',
    'pr:modified',
    { pullRequest: request },
    onPull,
    `Mel changed ${pullLink} from \`wick\` to \`main\` (reviewers: Mia).`,
  ),
  eventRow(
    'merged',
    'pr:merged',
    { pullRequest: request },
    onPull,
    `Mel merged ${pullLink} from \`wick\` to \`main\`.`,
  ),
  eventRow('declined', 'pr:declined', { pullRequest: request }, onPull, `Mel declined ${pullLink}.`),
  eventRow('approved', 'pr:reviewer:approved', { pullRequest: request }, onPull, `Mel approved ${pullLink}.`),
  eventRow(
    'a review that requests changes',
    'pr:reviewer:needs_work',
    { pullRequest: request },
    onPull,
    `Mel asked for more work on ${pullLink}.`,
  ),
  eventRow(
    'commented',
    'pr:comment:added',
    { pullRequest: request, comment: { text: 'Fine' } },
    onPull,
    `Mel commented on ${pullLink}:${quoted('Fine')}`,
  ),
  eventRow(
    'a new branch',
    'repo:refs_changed',
    pushPayload('ADD'),
    'lamp / wick',
    'Mel created the branch `wick`.',
  ),
  eventRow(
    'a push',
    'repo:refs_changed',
    pushPayload('UPDATE'),
    'lamp / wick',
    `Mel pushed to \`wick\`, which is now at [eeeeeeeeeee](${web}/commits/${'e'.repeat(40)}).`,
  ),
  eventRow(
    'a deleted branch',
    'repo:refs_changed',
    pushPayload('DELETE'),
    'lamp / wick',
    'Mel deleted the branch `wick`.',
  ),
  eventRow(
    'a tag',
    'repo:refs_changed',
    pushPayload('ADD', 'TAG'),
    'lamp',
    `Mel pushed the tag [wick](${web}/browse?at=wick).`,
  ),
  eventRow(
    'a renamed repository',
    'repo:modified',
    { old: { name: 'candle' }, new: { name: 'lamp' } },
    'lamp',
    'Mel renamed the repository **candle** to **lamp**.',
  ),
  eventRow(
    'a comment on a commit',
    'repo:comment:added',
    { commit: 'f'.repeat(40), comment: { text: 'Fine' } },
    'lamp',
    `Mel commented on [fffffffffff](${web}/commits/${'f'.repeat(40)}):${quoted('Fine')}`,
  ),
  eventRow(
    'a ping',
    'diagnostics:ping',
    {},
    'Bitbucket Server Ping',
    'Bitbucket Server webhook has been successfully configured.',
  ),
  ['a test request', {}, { test: true }, 'nothing'],
  ['an unsupported event', {}, { eventKey: 'mirror:repo_synchronized' }, 'unsupported'],
  [
    'no number',
    {},
    { eventKey: 'pr:merged', ...own, pullRequest: { ...request, id: null } },
    /no 'pullRequest\.id'/,
  ],
]);

const azure = 'https://azure.example/lamp';
const review = {
  repository: { name: 'lamp', remoteUrl: azure },
  pullRequestId: 5,
  title: 'Light it',
  description: 'It is dark.',
  status: 'completed',
  mergeStatus: 'succeeded',
  sourceRefName: 'refs/heads/wick',
  targetRefName: 'refs/heads/main',
  createdBy: { displayName: 'Mel' },
  _links: { web: { href: `${azure}/pull/5` } },
};
const item = {
  id: 3,
  url: `${azure}/3`,
  fields: {
    'System.Title': 'No oil',
    'System.WorkItemType': 'Bug',
    'System.State': 'New',
    'System.TeamProject': 'Lamps',
    'System.ChangedBy': 'Mel <m@x.example>',
  },
};
const azureRow = (name: string, eventType: string, resource: unknown, expected: Row[3]): Row => [
  name,
  {},
  { eventType, resource },
  expected,
];
const pullRequestLink = `[PR #5](${azure}/pull/5)`;
const work = (did: string) => `Mel ${did} [Bug #3 No oil](${azure}/3).\n* **State**: New`;

messagesTable(azuredevops, [
  azureRow(
    'a push',
    'git.push',
    {
      repository: { name: 'lamp', remoteUrl: azure },
      pushedBy: { displayName: 'Mel' },
      refUpdates: [{ name: 'refs/heads/main', oldObjectId: 'a', newObjectId: 'b' }],
      commits: [{ commitId: 'c'.repeat(40), comment: 'Trim', author: { name: 'Mel' } }],
    },
    [
      'git.push',
      'lamp / main',
      `Mel [pushed](${azure}/branchCompare?baseVersion=GCa&targetVersion=GCb&_a=files) 1 commit to \`main\`.\n\n* Trim ([ccccccccccc](${azure}/commit/${'c'.repeat(40)}))`,
    ],
  ),
  azureRow('a new pull request', 'git.pullrequest.created', review, [
    'git.pullrequest.created',
    onPull,
    `Mel created ${pullRequestLink} from \`wick\` to \`main\`:${quoted('It is dark.')}`,
  ]),
  azureRow('a changed one', 'git.pullrequest.updated', review, [
    'git.pullrequest.updated',
    onPull,
    `Mel updated ${pullRequestLink}.`,
  ]),
  azureRow('a merged one', 'git.pullrequest.merged', review, [
    'git.pullrequest.merged',
    onPull,
    `Mel merged ${pullRequestLink} from \`wick\` to \`main\`.`,
  ]),
  azureRow('an attempted merge', 'git.pullrequest.merged', { ...review, status: 'active' }, 'nothing'),
  azureRow(
    'a comment',
    'ms.vss-code.git-pullrequest-comment-event',
    { pullRequest: review, comment: { author: { displayName: 'Mia' }, content: 'Fine' } },
    [
      'ms.vss-code.git-pullrequest-comment-event',
      onPull,
      `Mia commented on ${pullRequestLink}:${quoted('Fine')}`,
    ],
  ),
  azureRow('a work item', 'workitem.created', item, [
    'workitem.created',
    'Lamps / Bug #3 No oil',
    work('created'),
  ]),
  azureRow('a changed one', 'workitem.updated', { workItemId: 3, revision: item }, [
    'workitem.updated',
    'Lamps / Bug #3 No oil',
    work('updated'),
  ]),
  azureRow('a comment on one', 'workitem.commented', item, [
    'workitem.commented',
    'Lamps / Bug #3 No oil',
    work('commented on'),
  ]),
  azureRow('a deleted one', 'workitem.deleted', item, [
    'workitem.deleted',
    'Lamps / Bug #3 No oil',
    work('deleted'),
  ]),
  azureRow(
    'a build',
    'build.complete',
    {
      definition: { name: 'nightly' },
      buildNumber: '12',
      result: 'failed',
      _links: { web: { href: `${azure}/b/12` } },
    },
    ['build.complete', 'nightly', `Build [nightly 12](${azure}/b/12): **failed**.`],
  ),
  azureRow('an unsupported event', 'tfvc.checkin', {}, 'unsupported'),
  azureRow('no branch', 'git.push', { repository: { name: 'lamp' } }, /no 'resource\.refUpdates/),
]);
