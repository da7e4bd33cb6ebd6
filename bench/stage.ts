// The environment of a row: a running server with its organization, the floor, and the load generator.

import type { Dataset } from './fill/dataset.ts';
import type { LoadGenerator } from './load/generator.ts';
import type { Budget, Figures, RowResult } from './measure/result.ts';
import type { Subject } from './measure/subject.ts';
import type { BenchOptions } from './options.ts';

/** The database engine of a server. */
export type Engine = 'embedded' | 'postgres';

/** The requirements of a row for its server. */
export interface ServerNeeds {
  readonly engine: Engine;
  /** Whether blocks of its event loop are measured, which costs a timer. */
  readonly isWatched: boolean;
}

export const ordinaryServer: ServerNeeds = { engine: 'embedded', isWatched: false };

export interface Stage {
  readonly options: BenchOptions;
  readonly needs: ServerNeeds;
  readonly generator: LoadGenerator;
  readonly server: Subject;
  readonly floor: Subject;
  readonly data: Dataset;
}

export interface Row {
  readonly name: string;
  readonly budget: Budget;
  /** The kind of floor request that it is compared with. */
  readonly floorName: string;
  /** Whether it needs new processes, because it measures memory. */
  readonly needsFreshProcesses?: boolean;
  /** The server that it needs, if the ordinary one is not enough. */
  readonly server?: ServerNeeds;
  run(stage: Stage): Promise<readonly RowResult[]>;
}

/** A row with one result. */
export function row(
  name: string,
  floorName: string,
  budget: Budget,
  measure: (stage: Stage) => Promise<{ readonly server: Figures; readonly floor?: Figures }>,
): Row {
  return {
    name,
    budget,
    floorName,
    async run(stage) {
      const { server, floor } = await measure(stage);
      return [{ name, budget, floorName, server, floor }];
    },
  };
}
