// What a URL template (RFC 6570) names. Expanding one is the renderer's and the clients' work.

const literal = String.raw`[^{}\s"'<>\\^${'`'}|]|%[0-9A-Fa-f]{2}`;
const variable = String.raw`(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*(?::[1-9]\d{0,3}|\*)?`;
const expression = String.raw`\{[+#./;?&]?${variable}(?:,${variable})*\}`;
const template = new RegExp(`^(?:${literal}|${expression})*$`, 'u');
const expressions = /\{[+#./;?&]?([^}]+)\}/g;

/** The names of a template's variables, in order, each once; undefined where it is no template. */
export function templateVariables(text: string): readonly string[] | undefined {
  if (!template.test(text)) return undefined;
  const names = new Set<string>();
  for (const [, list = ''] of text.matchAll(expressions)) {
    for (const name of list.split(',')) names.add(name.replace(/:\d+$|\*$/, ''));
  }
  return [...names];
}
