// A simulated write-ahead log of any size, with a checkpoint thread and snapshots that record calls, and its own clock.

import type { TestContext } from 'node:test';
import { MEBIBYTE } from '../../src/api-contract/limits.ts';
import type { CheckpointMode, CheckpointResult } from '../../src/storage/checkpoint-thread.ts';
import { WriteAheadLog, type WriteAheadLogOptions } from '../../src/storage/write-ahead-log.ts';

const PAGE = 4096;

/** A log and its dependencies; `calls` lists what it called. */
export function logFixture() {
  const recordedCalls: string[] = [];
  const state = {
    /** Mebibytes in the log, and how many of them are not yet in the database file. */
    size: 0,
    leftToCheckpoint: 0,
    /** The size of the log's file in mebibytes. */
    file: 0,
    isBusy: false,
    isAnyOpen: false,
    isInTransaction: false,
    /** Whether snapshots end while the log waits for them. */
    doSnapshotsEnd: true,
    /** Every checkpoint waits for this promise. */
    checkpointMayEnd: Promise.resolve(),
    result: { isDone: true } as CheckpointResult,
    warnings: [] as string[],
  };
  const inFrames = (megabytes: number) => Math.round((megabytes * MEBIBYTE) / PAGE);
  const parts = {
    writing: {
      pragma: () => PAGE,
      logFrames: () => ({
        frames: inFrames(state.size),
        moved: inFrames(state.size - state.leftToCheckpoint),
      }),
      get isInTransaction() {
        return state.isInTransaction;
      },
    },
    walFile: { stat: async () => ({ size: state.file * MEBIBYTE }) },
    snapshots: {
      block: () => recordedCalls.push('block'),
      unblock: () => recordedCalls.push('unblock'),
      endAfter: async (milliseconds: number) => recordedCalls.push(`endAfter ${milliseconds}`),
      waitForEnd: async (milliseconds: number) => {
        recordedCalls.push(`waitForEnd ${milliseconds}`);
        return state.doSnapshotsEnd;
      },
      get isAnyOpen() {
        return state.isAnyOpen;
      },
    },
    thread: {
      async run(mode: CheckpointMode) {
        recordedCalls.push(mode);
        await state.checkpointMayEnd;
        if (state.result.isDone && mode !== 'PASSIVE') state.leftToCheckpoint = 0;
        return state.result;
      },
      async stop() {
        recordedCalls.push('stop');
      },
      get isBusy() {
        return state.isBusy;
      },
    },
    warn: (sentence: string) => state.warnings.push(sentence),
  } as unknown as WriteAheadLogOptions;
  const log = new WriteAheadLog(parts);
  /** The calls before the next group of writes when the log has this size, in megabytes. */
  const before = async (size: number, leftToCheckpoint = 0.5) => {
    Object.assign(state, { size, leftToCheckpoint });
    log.onCommit();
    recordedCalls.length = 0;
    await log.beforeWrite();
    return recordedCalls.splice(0);
  };
  /** The calls after a group of writes that left this many megabytes to checkpoint. */
  const after = (size: number, leftToCheckpoint: number) => {
    Object.assign(state, { size, leftToCheckpoint });
    log.onCommit();
    return recordedCalls.splice(0);
  };
  return { log, state, calls: recordedCalls, before, after };
}

/** Replaces a log's timer; returns a function that advances time by milliseconds. */
export function clockOf(t: TestContext) {
  let now = 0;
  let due = Infinity;
  let delay = 0;
  let run: () => void = () => undefined;
  const timer = {
    unref: () => timer,
    refresh: () => {
      due = now + delay;
    },
  };
  t.mock.method(globalThis, 'setTimeout', (callback: () => void, milliseconds: number) => {
    [run, delay] = [callback, milliseconds];
    timer.refresh();
    return timer;
  });
  t.mock.method(globalThis, 'clearTimeout', () => {
    due = Infinity;
  });
  return async (milliseconds: number) => {
    now += milliseconds;
    if (now >= due) {
      due = Infinity;
      run();
    }
    for (let turns = 0; turns < 20; turns++) await Promise.resolve();
  };
}
