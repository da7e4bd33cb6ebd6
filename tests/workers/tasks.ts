// Tasks for the tests of worker processes, as hostile as untrusted input.

import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { serveTasks } from '../../src/workers/serve-tasks.ts';

const tasks = {
  echo: (input: { readonly text: string; readonly bytes?: Buffer }) => input,
  pid: () => process.pid,
  environment: () => Object.keys(process.env),
  fail: () => {
    throw new Error('as asked');
  },
  loop: () => {
    for (;;);
  },
  fillHeap: () => {
    const retained: number[][] = [];
    for (;;) retained.push(new Array(100_000).fill(retained.length));
  },
  /** Allocates memory outside the heap, and lets its event loop run, as libraries with threads do. */
  fillMemory: async (megabytes: number) => {
    const retained: Buffer[] = [];
    for (let count = 0; count < megabytes; count += 10) {
      retained.push(Buffer.alloc(10 * 1024 * 1024, 1));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return retained.length;
  },
  write: (path: string) =>
    writeFile(path, 'x').then(
      () => 'written',
      (error: NodeJS.ErrnoException) => error.code,
    ),
  connect: (port: number) =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve('connected'));
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code));
    }),
};

export type TestTasks = typeof tasks;

serveTasks(tasks);
