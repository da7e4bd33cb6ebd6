// The inputs of a page, as tests compare them.

const SHOWN = ['type', 'required', 'autofocus', 'readonly', 'maxlength', 'spellcheck'];

/** Each input that people see, as its name (or `-`) and some of its attributes. */
export function inputsOf(text: string): string[] {
  return [...text.matchAll(/<input([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const all = new Map(
      [...attributes.matchAll(/ ([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, value]),
    );
    if (all.get('type') === 'hidden') return [];
    const shown = SHOWN.flatMap((name) => {
      if (!all.has(name)) return [];
      const value = all.get(name);
      return value ? [`${name}=${value}`] : [name];
    });
    return [[all.get('name') ?? '-', ...shown].join(' ')];
  });
}
