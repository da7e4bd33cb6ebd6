// Types of `mutations.mjs`, as far as tests use it.

export declare function mutationsOf(
  text: string,
): Generator<{ readonly number: number; readonly line: string; readonly becomes: string }>;
