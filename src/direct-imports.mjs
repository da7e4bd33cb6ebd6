// How this program's own modules are found: a relative import of a `.ts` file is the file that it names. Node.js would look
// for each of some ten thousand imports which package it is in and whether its path is a link, a fifth of a start. Plain
// JavaScript, since it must be there before the first TypeScript module is loaded.

import module from 'node:module';

module.registerHooks({
  resolve(specifier, context, nextResolve) {
    if (!specifier.startsWith('.') || !specifier.endsWith('.ts')) return nextResolve(specifier, context);
    const { href: url } = new URL(specifier, context.parentURL);
    return { url, format: 'module-typescript', shortCircuit: true };
  },
});
