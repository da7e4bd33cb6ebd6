// The types of the API, inferred from the declarations of its operations. Only types are imported from the
// server; none of its code is loaded where a client runs.

import type { ApiOperation } from '../src/api/all-operations.ts';
import type { DeepReadonly } from '../src/api-contract/deep-readonly.ts';
import type { ResultOf } from '../src/api-contract/operation.ts';
import type { Parameter, Parameters, ParameterWithDefault } from '../src/api-contract/parameter.ts';

/**
 * Operations whose type is as specific as their declaration; one widened to `Operation` cannot be called with
 * types.
 */
type SpecificOperation<O> = O extends { readonly name: infer N } ? (string extends N ? never : O) : never;
type TypedOperation = SpecificOperation<ApiOperation>;

/** The name of every operation, e.g. `send-message`. */
export type OperationName = TypedOperation['name'];

type OperationNamed<N extends OperationName> = Extract<TypedOperation, { readonly name: N }>;

type InputValue<P> = P extends Parameter<infer _T, boolean, infer W> ? DeepReadonly<W> : never;

type IsOptional<P> =
  P extends ParameterWithDefault<infer _T, infer _W>
    ? true
    : P extends Parameter<infer _T, false, infer _W>
      ? false
      : true;

type RequiredNames<P extends Parameters> = {
  [K in keyof P]: IsOptional<P[K]> extends true ? never : K;
}[keyof P];

/** The input for declared parameters. Those with a default are optional. */
export type ParameterInputs<P extends Parameters> = {
  readonly [K in RequiredNames<P>]: InputValue<P[K]>;
} & { readonly [K in Exclude<keyof P, RequiredNames<P>>]?: InputValue<P[K]> | undefined };

export type InputOf<N extends OperationName> = ParameterInputs<OperationNamed<N>['parameters']>;

interface Envelope {
  readonly result: 'success';
  readonly msg: string;
  /** Names of sent parameters that the server does not know. */
  readonly ignored_parameters_unsupported?: readonly string[];
}

export type AnswerOf<N extends OperationName> = Omit<Envelope, keyof OperationNamed<N>['result']> &
  ResultOf<OperationNamed<N>['result']>;

/** Whether an operation can be called without parameters. */
export type HasNoRequiredParameters<N extends OperationName> = [
  RequiredNames<OperationNamed<N>['parameters']>,
] extends [never]
  ? true
  : false;
