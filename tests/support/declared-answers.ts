// Compares answers with the declarations of their operations. Stricter than JSON Schema: an undeclared field is an
// error too, at any depth, unless the declaration allows other fields.

import type { JsonSchema } from '../../src/api-contract/codec.ts';
import { ApiError } from '../../src/api-contract/error.ts';
import { successSchema } from '../../src/api-contract/openapi.ts';
import type { Declaration } from '../../src/api-contract/operation.ts';
import { noteDelivered } from './delivered-events.ts';

type Values = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

function hasKind(value: unknown, kind: unknown): boolean {
  if (kind === 'integer') return Number.isInteger(value);
  return kindOf(value) === kind;
}

// Problems are built from the inside out: `.name: 5 is too small` gets its path only when there is a problem.

function boundProblem(schema: JsonSchema, value: unknown): string | undefined {
  if (typeof value !== 'number') return undefined;
  if (typeof schema.minimum === 'number' && value < schema.minimum) return `: ${value} is too small`;
  if (typeof schema.maximum === 'number' && value > schema.maximum) return `: ${value} is too large`;
  return undefined;
}

const nothing = {};

function objectProblem(schema: JsonSchema, value: Values): string | undefined {
  const properties = (schema.properties ?? nothing) as Readonly<Record<string, JsonSchema>>;
  const others = schema.additionalProperties ?? false;
  for (const name of Object.keys(value)) {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!own && others === false) return `.${name} is not declared`;
    const inner = own ?? (isObject(others) ? others : nothing);
    const problem = problemOf(inner, value[name]);
    if (problem) return `.${name}${problem}`;
  }
  for (const name of (schema.required ?? []) as readonly string[]) {
    if (!Object.hasOwn(value, name)) return `.${name} is declared and missing`;
  }
  return undefined;
}

/** Fields whose values distinguish alternatives. */
const discriminators = ['type', 'op', 'property'];

/** The number of these fields whose value the schema lists. */
function discriminatorsInCommon(schema: JsonSchema, value: unknown): number {
  if (!isObject(value)) return 0;
  const choices = schema.anyOf as readonly JsonSchema[] | undefined;
  if (choices) return Math.max(...choices.map((choice) => discriminatorsInCommon(choice, value)));
  const properties = (schema.properties ?? nothing) as Readonly<Record<string, JsonSchema>>;
  return discriminators.filter((name) => {
    const values = properties[name]?.enum;
    return Array.isArray(values) && values.includes(value[name]);
  }).length;
}

function choiceProblem(choices: readonly JsonSchema[], value: unknown): string | undefined {
  const common = choices.map((choice) => discriminatorsInCommon(choice, value));
  const maximum = Math.max(...common);
  // The problem of the intended alternative is more useful than "none fits".
  const intended = maximum > 0 ? choices.filter((_, index) => common[index] === maximum) : choices;
  const problems: string[] = [];
  for (const choice of intended) {
    const problem = problemOf(choice, value);
    if (problem === undefined) return undefined;
    problems.push(problem);
  }
  const likely = maximum > 0 ? 0 : intended.findIndex((choice) => hasKind(value, choice.type));
  return problems[likely] ?? `: ${JSON.stringify(value)} matches no alternative`;
}

function problemOf(schema: JsonSchema, value: unknown): string | undefined {
  const choices = schema.anyOf as readonly JsonSchema[] | undefined;
  if (choices) return choiceProblem(choices, value);
  const values = schema.enum as readonly unknown[] | undefined;
  if (values)
    return values.includes(value)
      ? undefined
      : `: ${JSON.stringify(value)} is not one of the declared values`;
  if (schema.type === undefined) return undefined;
  if (!hasKind(value, schema.type)) return `: ${kindOf(value)} is not of type ${schema.type}`;
  if (Array.isArray(value)) {
    const items = (schema.items ?? nothing) as JsonSchema;
    for (let index = 0; index < value.length; index++) {
      const problem = problemOf(items, value[index]);
      if (problem) return `[${index}]${problem}`;
    }
    return undefined;
  }
  return isObject(value) ? objectProblem(schema, value) : boundProblem(schema, value);
}

/** What is wrong with a value according to its schema, or undefined. */
export function answerProblem(schema: JsonSchema, value: unknown, path: string): string | undefined {
  const problem = problemOf(schema, value);
  return problem === undefined ? undefined : `${path}${problem}`;
}

const schemas = new WeakMap<Declaration, JsonSchema>();

function schemaOf(operation: Declaration): JsonSchema {
  const cached = schemas.get(operation);
  if (cached) return cached;
  const schema = successSchema(operation);
  schemas.set(operation, schema);
  return schema;
}

/** Turns an answer that violates its declaration into an error with a status that no test expects. */
export function checkDeclared(operation: Declaration, answer: string): void {
  const fields = JSON.parse(answer);
  const problem = answerProblem(schemaOf(operation), fields, operation.name);
  if (problem) throw new ApiError(500, 'NOT_AS_DECLARED', problem);
  if (operation.name === 'get-events') noteDelivered(fields.events);
}
