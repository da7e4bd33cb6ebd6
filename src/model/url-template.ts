// Checks URL templates (RFC 6570) and lists their variables. The renderer and the clients expand them.

const literal = String.raw`[^{}\s"'<>\\^${'`'}|]|%[0-9A-Fa-f]{2}`;
const variable = String.raw`(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9]\d{0,3}|\*)?`;
const expression = String.raw`\{[+#./;?&]?${variable}(?:,${variable})*\}`;
const template = new RegExp(`^(?:${literal}|${expression})*$`, 'u');
const expressions = /\{[+#./;?&]?([^}]+)\}/g;

/**
 * The names of a template's variables, in order and without duplicates; undefined if the text is not a valid
 * template.
 */
export function templateVariables(text: string): readonly string[] | undefined {
  if (!template.test(text)) return undefined;
  const names = new Set<string>();
  for (const [, list = ''] of text.matchAll(expressions)) {
    for (const name of list.split(',')) names.add(name.replace(/:\d+$|\*$/, ''));
  }
  return [...names];
}
