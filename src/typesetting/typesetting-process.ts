// The process that typesets formulas and code.

import { typesetWithin } from '../markdown/typeset-within.ts';
import { type TypesetItem, typesetNow } from '../markdown/typesetting.ts';
import { serveTasks } from '../workers/serve-tasks.ts';

interface TypesetRequest {
  readonly items: readonly TypesetItem[];
  /** The time limit of all items together. */
  readonly milliseconds: number;
}

/**
 * Loads the modules that the items need before the time limit starts: on a busy machine, loading alone may take a
 * second.
 */
function load(items: readonly TypesetItem[]): void {
  const small = items.map((item): [string, TypesetItem] =>
    item.kind === 'formula' ? ['', { ...item, tex: 'x' }] : [item.language, { ...item, text: 'x' }],
  );
  typesetNow([...new Map(small).values()]);
}

const tasks = {
  typeset: ({ items, milliseconds }: TypesetRequest) => {
    load(items);
    return typesetWithin(items, milliseconds);
  },
};

export type TypesettingTasks = typeof tasks;

serveTasks(tasks);
