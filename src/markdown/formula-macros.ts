// Macros that a formula defines (`\def`, `\newcommand`, `\let`). KaTeX limits the number of expansions in a
// formula, but not the length of their results: a definition of 2,000 letters used 100 times is 200,000
// letters to typeset. Here each expansion is charged with its length.

/** The object that KaTeX passes to a macro that is a function. */
interface MacroContext {
  consumeArgs(count: number, delimiters?: readonly string[][]): Token[][];
}

interface Token {
  readonly text: string;
}

/** A definition as KaTeX stores it; its tokens are in reverse order. */
interface Definition {
  readonly tokens: readonly Token[];
  readonly numArgs: number;
  readonly delimiters?: readonly string[][];
  /** Set by `\let` for something that is not a macro; it is then a single token. */
  readonly unexpandable?: boolean;
}

function isDefinition(value: unknown): value is Definition {
  return typeof value === 'object' && value !== null && 'tokens' in value && Array.isArray(value.tokens);
}

/** The number of tokens that the macros of one message may still expand to. */
export class ExpansionBudget {
  #tokens: number;

  constructor(tokens: number) {
    this.#tokens = tokens;
  }

  /** @throws Error once the budget is used up: the formula is then invalid */
  spend(tokens: number): void {
    this.#tokens -= tokens;
    if (this.#tokens < 0) throw new Error('the macros of this message expand to too much');
  }
}

/**
 * The initially empty `macros` of a formula. Expansions of macros that the formula defines are charged to `budget`
 * before KaTeX receives them.
 */
export function boundedMacros(budget: ExpansionBudget): Record<string, object> {
  return new Proxy<Record<string, object>>(
    {},
    {
      set: (macros, name, value: object) => {
        const isCharged = isDefinition(value) && value.unexpandable !== true;
        return Reflect.set(macros, name, isCharged ? chargedMacro(value, budget) : value);
      },
    },
  );
}

function chargedMacro(definition: Definition, budget: ExpansionBudget) {
  return (context: MacroContext): Definition => {
    const { tokens: body, numArgs, delimiters } = definition;
    const args = context.consumeArgs(numArgs, delimiters);
    const tokens = numArgs === 0 ? body : withArguments(body, args, budget);
    budget.spend(tokens.length);
    return { tokens, numArgs: 0 };
  };
}

/** The body of a macro with its arguments in place of `#1` to `#9`; `##` is a `#`. */
function withArguments(body: readonly Token[], args: readonly Token[][], budget: ExpansionBudget): Token[] {
  const forwards: Token[] = [];
  for (let at = body.length - 1; at >= 0; at--) {
    const token = body[at];
    if (token === undefined) break;
    const next = token.text === '#' ? body[--at] : undefined;
    if (token.text !== '#' || next?.text === '#') {
      forwards.push(token);
      continue;
    }
    const argument = args[Number(next?.text) - 1];
    if (argument === undefined) throw new Error('not an argument of the macro');
    // Long arguments may be repeated, so they are charged before they are copied.
    budget.spend(argument.length);
    for (const argumentToken of argument.toReversed()) forwards.push(argumentToken);
  }
  return forwards.reverse();
}
