// Declares the types of events: what each means, and which fields it has. The types of the client, the types of what the
// server emits, OpenAPI, the reference pages and the check of every delivered event are derived from the declarations.

import { anyOf, type Codec, type Decoded, type DecodedRecord, id, oneOf, record, titled } from './codec.ts';
import type { DeepReadonly } from './deep-readonly.ts';
import type { DeclaredEvent, EntryFields } from './event.ts';
import type { HandledResultOf, ResultFields } from './operation.ts';

type Fields = Parameters<typeof record>[0];
type Codecs = Readonly<Record<string, Codec<unknown>>>;

/** The fields of an event about one changed property: its name, its new value, and fields that come with all of them. */
export class PropertyFields<P extends Codecs, A extends Fields> {
  readonly properties: P;
  readonly others: A;

  constructor(properties: P, others: A) {
    this.properties = properties;
    this.others = others;
  }
}

type Form = Fields | PropertyFields<Codecs, Fields>;
/** Several if the fields depend on what happened. */
type Forms = Form | readonly Form[];
type FormOf<F> = F extends readonly (infer One)[] ? One : F;

type Flat<T> = { [K in keyof T]: T[K] };

type DeliveredForm<Base, F> =
  F extends PropertyFields<infer P, infer A>
    ? { [K in keyof P]: Flat<Base & { property: K; value: Decoded<P[K]> } & DecodedRecord<A>> }[keyof P]
    : F extends Fields
      ? Flat<Base & DecodedRecord<F>>
      : never;

type PayloadForm<Base, F> =
  F extends PropertyFields<infer P, infer A>
    ? DeepReadonly<Base & { property: keyof P; value: Decoded<P[keyof P]> } & DecodedRecord<A>>
    : F extends ResultFields
      ? DeepReadonly<Base & HandledResultOf<F>>
      : never;

/** A type of event; `E` is the event as a client receives it, `P` its fields besides `id` and `type`. */
export interface EventDeclaration<T extends string = string, E = unknown, P = unknown> {
  readonly type: T;
  /** What happened, for readers of the API reference. */
  readonly meaning: string;
  /** The values of `op`; empty for types without one. */
  readonly ops: readonly string[];
  readonly codec: Codec<E>;
  /** Exists only in the type. */
  readonly payload?: P;
}

/** The event that a client receives. */
export type DeliveredEvent<D> = D extends EventDeclaration<string, infer E, unknown> ? E : never;

/** The fields of a declared event besides `id` and `type`. */
export type PayloadOf<D> = D extends EventDeclaration<string, unknown, infer P> ? P : never;

type NoOp = Readonly<Record<never, never>>;

/** Declares a type of event without `op`. `id` and `type` are added to its fields. */
export function eventType<const T extends string, const F extends Forms>(
  type: T,
  meaning: string,
  fields: F,
): EventDeclaration<T, DeliveredForm<{ id: number; type: T }, FormOf<F>>, PayloadForm<NoOp, FormOf<F>>> {
  return { type, meaning, ops: [], codec: codecOf(type, formsOf(fields, {}).map(completed(type))) as never };
}

/**
 * Declares a type of event whose fields depend on `op`.
 * @example
 * export const domainsEvent = eventTypeWithOps('realm_domains', 'The allowed email domains changed.', {
 *   add: { realm_domain: domainSchema },
 *   change: { realm_domain: domainSchema },
 *   remove: { domain: anyText },
 * });
 */
export function eventTypeWithOps<const T extends string, const O extends Readonly<Record<string, Forms>>>(
  type: T,
  meaning: string,
  ops: O,
): EventDeclaration<
  T,
  { [K in keyof O]: DeliveredForm<{ id: number; type: T; op: K }, FormOf<O[K]>> }[keyof O],
  { [K in keyof O]: PayloadForm<{ op: K }, FormOf<O[K]>> }[keyof O]
> {
  const forms = Object.entries(ops).flatMap(([op, fields]) => formsOf(fields, { op: oneOf(op) }));
  return {
    type,
    meaning,
    ops: Object.keys(ops),
    codec: codecOf(type, forms.map(completed(type))) as never,
  };
}

/** Adds the fields of every event. */
function completed(type: string): (fields: Fields) => Codec<unknown> {
  return (fields) => record({ id, type: oneOf(type), ...fields });
}

function codecOf(type: string, forms: readonly Codec<unknown>[]): Codec<unknown> {
  const [only] = forms;
  const codec = only && forms.length === 1 ? only : anyOf('is not an event of this type', ...forms);
  return titled(codec, componentNameOf(type));
}

/** `realm_user` becomes `RealmUserEvent`. */
function componentNameOf(type: string): string {
  const words = type.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

function formsOf(forms: Forms, base: Fields): Fields[] {
  const all: readonly Form[] = isList(forms) ? forms : [forms];
  return all.flatMap((form) =>
    (form instanceof PropertyFields ? formsByValue(form) : [form]).map((fields) => ({ ...base, ...fields })),
  );
}

function isList(forms: Forms): forms is readonly Form[] {
  return Array.isArray(forms);
}

/** One form for all properties with the same kind of value. */
function formsByValue({ properties, others }: PropertyFields<Codecs, Fields>): Fields[] {
  const byValue = Map.groupBy(Object.keys(properties), (name) => properties[name] as Codec<unknown>);
  return [...byValue].map(([value, names]) => ({ property: oneOf(...names), value, ...others }));
}

/** The fields of an event in the log whose view adds the missing ones. */
export type PartialPayloadOf<D> =
  PayloadOf<D> extends infer P ? (P extends unknown ? Partial<P> : never) : never;

/** An event of a declared type with some of its fields: its view adds the others, which depend on the viewer. */
export function newPartialEvent<D extends EventDeclaration>(
  declaration: D,
  payload: PartialPayloadOf<D>,
  rest: Omit<EntryFields, 'type' | 'payload'>,
): DeclaredEvent {
  return { type: declaration.type, payload, ...rest } as unknown as DeclaredEvent;
}

/** An event of a declared type with all of its fields, which the compiler checks. */
export function newEvent<D extends EventDeclaration>(
  declaration: D,
  payload: PayloadOf<D>,
  rest: Omit<EntryFields, 'type' | 'payload'>,
): DeclaredEvent {
  return { type: declaration.type, payload, ...rest } as unknown as DeclaredEvent;
}

/** An event of a declared type for the clients of one account alone. */
export function newPersonalEvent<D extends EventDeclaration>(
  declaration: D,
  accountId: number,
  payload: PayloadOf<D>,
): DeclaredEvent {
  return newEvent(declaration, payload, { audience: { kind: 'accounts', ids: [accountId] } });
}
