// A write-ahead log of any size, with a thread and snapshots that tell what they were asked for, and with a clock of its own.

import type { TestContext } from 'node:test';
import { MEBIBYTE } from '../../src/api-contract/limits.ts';
import type { CheckpointMode, CheckpointResult } from '../../src/storage/checkpoint-thread.ts';
import { WriteAheadLog, type WriteAheadLogParts } from '../../src/storage/write-ahead-log.ts';

const PAGE = 4096;

/** A log and what surrounds it; `asked` is what it asked of them. */
export function stage() {
  const asked: string[] = [];
  const state = {
    /** Megabytes in the log, and how many of them are not in the database file. */
    size: 0,
    left: 0,
    /** Megabytes that the log's file takes. */
    file: 0,
    isBusy: false,
    isAnyOpen: false,
    isInTransaction: false,
    /** Whether snapshots end when they are waited for. */
    doEnd: true,
    /** What a checkpoint waits for. */
    before: Promise.resolve(),
    result: { isDone: true } as CheckpointResult,
    warnings: [] as string[],
  };
  const inFrames = (megabytes: number) => Math.round((megabytes * MEBIBYTE) / PAGE);
  const parts = {
    writing: {
      pragma: () => PAGE,
      logFrames: () => ({ frames: inFrames(state.size), moved: inFrames(state.size - state.left) }),
      get isInTransaction() {
        return state.isInTransaction;
      },
    },
    walFile: { stat: async () => ({ size: state.file * MEBIBYTE }) },
    snapshots: {
      holdBack: () => asked.push('hold back'),
      letOn: () => asked.push('let on'),
      endAfter: async (milliseconds: number) => asked.push(`end after ${milliseconds}`),
      haveEndedWithin: async (milliseconds: number) => {
        asked.push(`wait ${milliseconds}`);
        return state.doEnd;
      },
      get isAnyOpen() {
        return state.isAnyOpen;
      },
    },
    thread: {
      async run(mode: CheckpointMode) {
        asked.push(mode);
        await state.before;
        if (state.result.isDone && mode !== 'PASSIVE') state.left = 0;
        return state.result;
      },
      async rest() {
        asked.push('rest');
      },
      get isBusy() {
        return state.isBusy;
      },
    },
    warn: (sentence: string) => state.warnings.push(sentence),
  } as unknown as WriteAheadLogParts;
  const log = new WriteAheadLog(parts);
  /** What is asked for before the next group, when the log has so much. */
  const before = async (size: number, left = 0.5) => {
    Object.assign(state, { size, left });
    log.committed();
    asked.length = 0;
    await log.beforeWrite();
    return asked.splice(0);
  };
  /** What is asked for after a group that left so much. */
  const after = (size: number, left: number) => {
    Object.assign(state, { size, left });
    log.committed();
    return asked.splice(0);
  };
  return { log, state, asked, before, after };
}

/** Stands in for the timer of a log; gives how to let time go by, in milliseconds. */
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
