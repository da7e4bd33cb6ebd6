// The entry point of the push relay: `npm run relay`. Plain JavaScript for the same reasons as the server's (`src/main.mjs`).

import module from 'node:module';
import { fileURLToPath } from 'node:url';

module.enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/parley', import.meta.url)));
await import('../src/direct-imports.mjs');
const { run } = await import('../src/program.ts');
const { relay } = await import('./command.ts');
run(process.argv.slice(2), relay);
