// The types of the API, inferred from the declarations of its operations. Only types are taken from the server:
// nothing of it is loaded where a client runs.

import type { ApiOperation } from '../src/api/all-operations.ts';
import type { ResultOf } from '../src/api-contract/operation.ts';
import type { Parameter, Parameters, ParameterWithDefault } from '../src/api-contract/parameter.ts';

/** Operations whose type kept what they declare; one that is widened to `Operation` cannot be called typed. */
type KeptOperation<O> = O extends { readonly name: infer N } ? (string extends N ? never : O) : never;
type TypedOperation = KeptOperation<ApiOperation>;

/** The name of every operation, e.g. `send-message`. */
export type OperationName = TypedOperation['name'];

type OperationNamed<N extends OperationName> = Extract<TypedOperation, { readonly name: N }>;

/** The same, and a caller may hold it as constant, at every depth. */
type Constant<W> = W extends object ? { readonly [K in keyof W]: Constant<W[K]> } : W;

type Sent<P> = P extends Parameter<infer _T, boolean, infer W> ? Constant<W> : never;

type MayBeLeftOut<P> =
  P extends ParameterWithDefault<infer _T, infer _W>
    ? true
    : P extends Parameter<infer _T, false, infer _W>
      ? false
      : true;

type RequiredNames<P extends Parameters> = {
  [K in keyof P]: MayBeLeftOut<P[K]> extends true ? never : K;
}[keyof P];

/** What a client sends for a set of declared parameters. Those with a default may be left out. */
export type ParameterInputs<P extends Parameters> = {
  readonly [K in RequiredNames<P>]: Sent<P[K]>;
} & { readonly [K in Exclude<keyof P, RequiredNames<P>>]?: Sent<P[K]> | undefined };

/** What an operation is called with. */
export type InputOf<N extends OperationName> = ParameterInputs<OperationNamed<N>['parameters']>;

interface Envelope {
  readonly result: 'success';
  readonly msg: string;
  /** Names of parameters that were sent and are not known. */
  readonly ignored_parameters_unsupported?: readonly string[];
}

/** What an operation answers. */
export type AnswerOf<N extends OperationName> = Omit<Envelope, keyof OperationNamed<N>['result']> &
  ResultOf<OperationNamed<N>['result']>;

/** Whether an operation can be called without any parameter. */
export type NeedsNothing<N extends OperationName> = [RequiredNames<OperationNamed<N>['parameters']>] extends [
  never,
]
  ? true
  : false;
