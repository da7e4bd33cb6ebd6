// Messages about apps of Heroku.

import { heroku } from '../../src/model/webhook-services/heroku.ts';
import { messagesTable } from './messages-table.ts';

const ci = 'https://ci.example';

const app = (resource: string, action: string, data: Record<string, unknown>) => ({
  resource,
  action,
  actor: { email: 'mel@x.example' },
  data: { app: { name: 'lamp' }, ...data },
});
messagesTable(heroku, [
  [
    'a build',
    {},
    app('build', 'create', { id: 'abcdefghij', status: 'pending', output_stream_url: `${ci}/o` }),
    ['build', 'lamp', `mel@x.example created the build [abcdefgh](${ci}/o): **pending**.`],
  ],
  [
    'a finished build',
    {},
    app('build', 'update', { id: 'abcdefghij', status: 'succeeded', output_stream_url: `${ci}/o` }),
    ['build', 'lamp', `mel@x.example updated the build [abcdefgh](${ci}/o): **succeeded**.`],
  ],
  [
    'a release',
    {},
    app('release', 'create', {
      version: 4,
      status: 'succeeded',
      description: 'Deploy abc',
      output_stream_url: null,
    }),
    ['release', 'lamp', 'mel@x.example created the release v4 (Deploy abc): **succeeded**.'],
  ],
  [
    'a dyno',
    {},
    app('dyno', 'create', { name: 'web.1', state: 'starting' }),
    ['dyno', 'lamp', 'mel@x.example created the dyno `web.1`: **starting**.'],
  ],
  [
    'an addon',
    {},
    app('addon', 'destroy', { name: 'postgres' }),
    ['addon', 'lamp', 'mel@x.example removed the addon `postgres`.'],
  ],
  [
    'a deployment in the older format',
    {},
    { app: 'lamp', user: 'mel', url: 'https://lamp.example', head: 'abc', git_log: ' * Mel: Trim' },
    [
      'deploy',
      'lamp',
      'mel deployed version `abc` of [lamp](https://lamp.example):\n\n``` quote\n* Mel: Trim\n```',
    ],
  ],
  [
    'a domain',
    {},
    app('domain', 'create', { id: 'u-1', hostname: 'lamp.example', status: 'pending' }),
    ['domain', 'lamp', 'mel@x.example created the domain `lamp.example`: **pending**.'],
  ],
  [
    'a removed collaborator',
    {},
    app('collaborator', 'destroy', { id: 'u-2', user: { email: 'mia@x.example' }, role: 'collaborator' }),
    ['collaborator', 'lamp', 'mel@x.example removed the collaborator `mia@x.example`.'],
  ],
  [
    'a changed number of dynos',
    {},
    app('formation', 'update', {
      id: 'u-3',
      command: 'npm start',
      quantity: 2,
      size: 'Standard-1X',
      type: 'web',
    }),
    ['formation', 'lamp', 'mel@x.example updated the formation `web`: **2 × Standard-1X**.'],
  ],
  [
    'the app',
    {},
    {
      resource: 'app',
      action: 'update',
      actor: { email: 'mel@x.example' },
      data: { id: 'u-4', name: 'lamp' },
    },
    ['app', 'lamp', 'mel@x.example updated the app `lamp`.'],
  ],
  ['an unsupported event', {}, app('dim', 'create', {}), 'unsupported'],
  ['no data', {}, { resource: 'build', action: 'create' }, /no 'data'/],
]);
