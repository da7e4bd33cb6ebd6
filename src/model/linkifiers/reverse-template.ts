// The template that turns the variables of a link back into the text of a message: `#{id}`, where `{{` and `}}`
// stand for braces.

type Part = { readonly text: string } | { readonly variable: string };

/** Its parts; undefined where a brace stands alone or a variable has no name. */
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

/** The text for some values; a variable without a value is empty. */
export function fillReverseTemplate(
  parts: readonly Part[],
  values: Readonly<Record<string, string>>,
): string {
  return parts.map((part) => ('text' in part ? part.text : (values[part.variable] ?? ''))).join('');
}
