// The entry point. Compiled modules, with types stripped, are cached between starts: a start with a full
// cache never loads the type stripper, which saves a third of a second and 20 MB. Plain JavaScript, since it
// must set the cache's location before the first TypeScript module is loaded.

import module from 'node:module';
import { fileURLToPath } from 'node:url';

if (!process.features.typescript) {
  process.stderr.write(
    `Node.js ${process.version} is too old to run Parley: npm start brings a newer one.\n`,
  );
  process.exit(1);
}
module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/parley', import.meta.url)));
await import('./direct-imports.mjs');
const { run } = await import('./program.ts');
run(process.argv.slice(2));
// Saved early too, in case the server is not stopped cleanly.
setTimeout(module.flushCompileCache, 5000).unref();
