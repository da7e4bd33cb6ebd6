// The type of values that their receiver does not change.

/** The same type, readonly at every depth. */
export type DeepReadonly<W> = W extends object ? { readonly [K in keyof W]: DeepReadonly<W[K]> } : W;
