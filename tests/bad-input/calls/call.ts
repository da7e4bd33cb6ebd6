// What a valid call of an operation is made of.

import type { Json } from '../../support/client.ts';
import type { Caller, World } from '../world.ts';

/** What goes with a call in a multipart body. */
export type Brought = 'nothing' | 'a picture' | 'two pictures' | 'a text';

export interface ValidCall {
  readonly by: Caller;
  /** Every parameter, those of the path among them. */
  readonly parameters?: (world: World) => Json;
  /** Undefined: the operation takes no files. */
  readonly brings?: Brought;
  /** The refusal of a server without the other system that the operation speaks with. */
  readonly refusedWithoutSystem?: { readonly code: string; readonly msg: string };
}

/** By the names of the operations, in an order in which all of them can be made one after the other. */
export type ValidCalls = Readonly<Record<string, ValidCall>>;
