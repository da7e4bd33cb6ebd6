// `npm run fuzz -- [bytes|markup] …`: hostile bytes against a server's sockets, or texts that are as slow to render as
// possible.

const [kind = '', ...rest] = process.argv.slice(2);
const isNamed = kind === 'bytes' || kind === 'markup';
if (isNamed) process.argv.splice(2, Infinity, ...rest);
await import(kind === 'markup' ? './fuzz-markup.ts' : './fuzz-bytes.ts');
