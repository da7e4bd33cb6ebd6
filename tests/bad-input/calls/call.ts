// The type of a valid call of an operation.

import type { Json } from '../../support/client.ts';
import type { Caller, World } from '../world.ts';

/** The files in a multipart body. */
export type UploadedFiles = 'nothing' | 'a picture' | 'two pictures' | 'a text';

export interface ValidCall {
  readonly by: Caller;
  /** Every parameter, including those of the path. */
  readonly parameters?: (world: World) => Json;
  /** Undefined if the operation takes no files. */
  readonly files?: UploadedFiles;
  /** The error on a server without the external system that the operation needs. */
  readonly refusedWithoutSystem?: { readonly code: string; readonly msg: string };
}

/** By operation name, in an order in which all calls succeed one after the other. */
export type ValidCalls = Readonly<Record<string, ValidCall>>;
