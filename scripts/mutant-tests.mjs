// Selects the tests for a changed line: those that execute it, the most relevant first, up to a total duration.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Files of the browser client that Node.js cannot run or that need a browser, and those that a test runs only as built,
 * so that their lines are not recorded. Tests in a browser cover them.
 */
const ONLY_IN_BROWSER = {
  composer: [
    ...['insert-menu', 'run-command', 'text-field', 'uploads', 'use-.*'],
    ...['voice/measure-recording', 'voice/recorder', 'voice/send-recording'],
  ],
  data: [
    ...['account-of-page', 'actions', 'attempt', 'browser-notifications', 'cache-messages', 'cache-state'],
    ...['database', 'echo', 'echo-renderer', 'echo-tools', 'emoji', 'event-source', 'flag-changes'],
    ...['key-actions', 'mark-read', 'newer-build', 'notification-clicks', 'notify-of-messages'],
    ...['offline-copy', 'optimistic-changes', 'outbox-of', 'pending-files', 'push-subscription'],
    ...['push-subscription-mark', 'refresh-anonymous', 'report-muted', 'report-presence'],
    ...['resumable-upload', 'send-file', 'sounds', 'upload-request', 'uploaded-file', 'voice-drafts'],
  ],
  lib: [],
  'message-list': [
    ...['feed-scroller', 'open-media', 'scroll-anchor', 'use-.*', 'tools/message-actions'],
    ...['tools/message-menu', 'widgets/post-submessage'],
  ],
  store: ['echo', 'echo-lookup'],
};

/** Matches the files of folders of the browser client that run on Node.js. */
function runningOnNode(...folders) {
  const parts = folders.map(
    (folder) => `${folder}/(?!(?:${ONLY_IN_BROWSER[folder].join('|')})\\.ts$)[\\w/-]+\\.ts$`,
  );
  return new RegExp(`^web/(?:${parts.join('|')})`);
}

/** The modules whose lines are changed, in `src`, `client` or `web`, and the tests of each, in `tests`. */
export const MODULES = {
  storage: {
    sources: /^src\/storage\//,
    tests: ['storage/', 'crash/', 'bounds/database.test.ts', 'server/statement-counts.test.ts'],
  },
  events: {
    sources: /^src\/events\//,
    tests: [
      'events/',
      'bounds/snapshots-and-events.test.ts',
      'server/idle-organizations.test.ts',
      'queries/',
    ],
  },
  narrow: { sources: /^src\/narrow\//, tests: ['narrow/'] },
  // Only the rules of model and stores.
  rules: {
    sources: /^src\/(?:model|stores)\/.*rules\.ts$/,
    tests: ['bounds/parameters.test.ts', 'bounds/counts.test.ts', 'bad-input/every-error.test.ts'],
  },
  integrations: {
    sources: /^src\/integrations\//,
    tests: [
      'calls/',
      'external-media/',
      'link-previews/',
      'mail/',
      'push/',
      'sign-in/',
      'web-push/',
      'webhooks/',
      'bounds/incoming-mail.test.ts',
      'bounds/mail.test.ts',
      'messages/outgoing-webhooks.test.ts',
    ],
  },
  actions: {
    sources: /^src\/actions\//,
    tests: [
      'authentication/',
      'avatars/',
      'channels/',
      'flags/',
      'groups/',
      'invitations/',
      'mail/unsubscribe.test.ts',
      'messages/',
      'organization/',
      'push/',
      'quotas/',
      'scheduled-messages/',
      'sessions/',
      'sign-in/',
      'topics/',
      'uploads/',
      'users/',
      'web-push/push-services.test.ts',
    ],
  },
  server: {
    sources: /^src\/server\//,
    tests: [
      'authentication/',
      'pages/',
      'scim/',
      'server/',
      'sessions/',
      'sign-in/',
      'uploads/',
      'api-contract/reference-pages.test.ts',
      'api-contract/reference-schemas.test.ts',
      'bounds/requests.test.ts',
      'web/serving.test.ts',
    ],
  },
  jobs: {
    sources: /^src\/jobs\//,
    tests: [
      'jobs/',
      'mail/',
      'reminders/',
      'scheduled-messages/',
      'organization/exports.test.ts',
      'sign-in/directory-sync.test.ts',
      'users/erase-messages.test.ts',
      'users/erase-user.test.ts',
    ],
  },
  // The compiler checks the types of the API.
  client: {
    sources: /^client\/(?!api-types)/,
    tests: ['api-contract/client-requests.test.ts', 'api-contract/typed-client.test.ts', 'web/'],
  },
  'web-data': { sources: runningOnNode('data', 'lib', 'store'), tests: ['web/'] },
  'web-messages': { sources: runningOnNode('composer', 'message-list'), tests: ['web/'] },
};

/** Tests that are used only for modules that list them. */
const SEPARATE =
  /^tests\/(?:bench|browser|clients|api-contract|fuzz|import|mail|markdown|object-store|runner|soak|web)\//;

/** Whether a test file is one of a module's own tests. */
const isTestOf = (module, file) => MODULES[module].tests.some((prefix) => file.startsWith(`tests/${prefix}`));

/** Whether a test file is of use for any of the modules. */
export const isTestOfAny = (modules, file) =>
  !SEPARATE.test(file) || modules.some((module) => isTestOf(module, file));

/** Whether a file only runs on PostgreSQL. */
export const needsPostgres = (file) => /\bpostgres[\w-]*\.ts$/.test(file);

/** A line that fewer tests execute is probably cached or runs once at startup, so all tests of the file are added. */
const FEW_TESTS = 3;

export class MutantTests {
  #coverage;
  #texts;
  #maxSeconds;

  /** @param tests all test files; @param maxSeconds how long the tests of one change may take in total */
  constructor(root, coverage, tests, maxSeconds) {
    this.#coverage = coverage;
    this.#texts = new Map(tests.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
    this.#maxSeconds = maxSeconds;
  }

  /** Whether any test executes the line. */
  isRun(source, number) {
    return this.#coverage.ofLine(source, number).length > 0;
  }

  /** The test files to run for a line of a source, in order. */
  of(module, source, number) {
    const near = this.#coverage.ofFile(source);
    const running = this.#coverage.ofLine(source, number);
    const tests = this.#sorted(module, source, running);
    if (running.length < FEW_TESTS) tests.push(...this.#sorted(module, source, near));
    // Code that runs in a process of its own that is killed has no recording.
    if (near.length === 0) tests.push(...this.#sorted(module, source, this.#ofModule(module)));
    let secondsLeft = this.#maxSeconds;
    return [...new Set(tests)].filter((test, index) => {
      secondsLeft -= this.#coverage.secondsOf(test);
      return index === 0 || secondsLeft > 0;
    });
  }

  #ofModule(module) {
    return [...this.#texts.keys()].filter((test) => isTestOf(module, test));
  }

  /**
   * First tests that import the source, then those of the module, those with words of its name in theirs, those that
   * mention the subject, and fast ones.
   */
  #sorted(module, source, tests) {
    const subject = wordsOf(source);
    const names = partsOf(source);
    const points = (test) => {
      const text = this.#texts.get(test);
      const mentions = [...`${test} ${text}`.matchAll(subject)].length;
      return (
        (text.includes(`/${source}'`) ? 100 : 0) +
        (isTestOf(module, test) ? 50 : 0) +
        20 * names.filter((name) => test.includes(name)).length +
        Math.min(mentions, 20) -
        this.#coverage.secondsOf(test)
      );
    };
    const pointsByTest = new Map(tests.map((test) => [test, points(test)]));
    return [...tests].sort((a, b) => pointsByTest.get(b) - pointsByTest.get(a));
  }
}

/** Matches the name of a source or its folder, as a test would write it. */
function wordsOf(source) {
  const words = source
    .replace(/\.tsx?$/, '')
    .split('/')
    .slice(-2)
    .map((word) => word.replace(/-?rules$/, '').replaceAll('-', '[-_ ]'))
    .filter((word) => word !== '');
  return new RegExp(words.join('|'), 'g');
}

/** The longer words of the name of a source, without endings such as those of the plural. */
function partsOf(source) {
  const name = source
    .split('/')
    .at(-1)
    .replace(/\.tsx?$/, '');
  return name
    .split('-')
    .filter((word) => word.length > 3 && word !== 'rules')
    .map((word) => word.replace(/(?:s|ed|ing)$/, ''));
}
