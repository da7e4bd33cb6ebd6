// Loaded into a server's process by a test: throws an uncaught error there when the process receives SIGUSR2.

import { Readable } from 'node:stream';

const failures = {
  timer: () => setTimeout(() => fail('from a timer'), 1),
  stream: () => new Readable({ read() {} }).destroy(new Error('from a stream')),
  promise: () => Promise.reject(new Error('from a promise')),
};

function fail(message) {
  throw new Error(message);
}

process.on('SIGUSR2', () => failures[process.env.PARLEY_TEST_FAILS]?.());
