// What a row is given: a running server with its organization, the floor beside it, and the load generator.

import type { Dataset } from './fill/dataset.ts';
import type { LoadGenerator } from './load/generator.ts';
import type { Budget, Figures, RowResult } from './measure/result.ts';
import type { Subject } from './measure/subject.ts';
import type { BenchOptions } from './options.ts';

/** Which database a server asks. */
export type Engine = 'embedded' | 'postgres';

/** What a row wants of its server. */
export interface ServerWish {
  readonly engine: Engine;
  /** Its event loop is watched, at the price of a timer. */
  readonly isWatched: boolean;
}

export const ordinaryServer: ServerWish = { engine: 'embedded', isWatched: false };

export interface Stage {
  readonly options: BenchOptions;
  readonly wish: ServerWish;
  readonly generator: LoadGenerator;
  readonly server: Subject;
  readonly floor: Subject;
  readonly data: Dataset;
}

export interface Row {
  readonly name: string;
  readonly budget: Budget;
  /** Which floor stands beside it. */
  readonly floorName: string;
  /** Measured on processes that have done nothing before: where memory counts. */
  readonly needsFreshProcesses?: boolean;
  /** Where the ordinary server will not do. */
  readonly server?: ServerWish;
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
