// The template that turns the variables of a link back into text of a message: `#{id}`, with `{{` and `}}` for
// literal braces.

type Part = { readonly text: string } | { readonly variable: string };

/** The parts of a template; undefined for an unpaired brace or a variable without a name. */
export function parseReverseTemplate(template: string): readonly Part[] | undefined {
  const parts: Part[] = [];
  const token = /\{\{|\}\}|\{([A-Za-z_]\w*)\}|[^{}]+/gy;
  while (token.lastIndex < template.length) {
    const match = token.exec(template);
    if (!match) return undefined;
    const [text, variable] = match;
    if (variable !== undefined) parts.push({ variable });
    else parts.push({ text: text === '{{' ? '{' : text === '}}' ? '}' : text });
  }
  return parts;
}

/** Fills in values; a variable without a value becomes empty. */
export function fillReverseTemplate(
  parts: readonly Part[],
  values: Readonly<Record<string, string>>,
): string {
  return parts.map((part) => ('text' in part ? part.text : (values[part.variable] ?? ''))).join('');
}
