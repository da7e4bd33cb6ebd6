// The process that typesets formulas and code.

import { typesetWithin } from '../markdown/typeset-within.ts';
import type { TypesetItem } from '../markdown/typesetting.ts';
import { serveTasks } from '../worker-processes/serve-tasks.ts';

interface TypesetRequest {
  readonly items: readonly TypesetItem[];
  /** For all of them. */
  readonly milliseconds: number;
}

const tasks = {
  typeset: ({ items, milliseconds }: TypesetRequest) => typesetWithin(items, milliseconds),
};

export type TypesettingTasks = typeof tasks;

serveTasks(tasks);
