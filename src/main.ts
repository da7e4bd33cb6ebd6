// The program: picks the command, and turns what went wrong into one sentence and an exit status.

import { enableCompileCache } from 'node:module';
import { UsageError } from './cli/usage.ts';

// Stripped types are kept between starts, next to the system's other caches.
enableCompileCache();

async function main(args: readonly string[]): Promise<void> {
  const [command = 'serve', ...rest] = args;
  switch (command) {
    case 'serve': {
      const { serve } = await import('./cli/serve.ts');
      return serve(rest);
    }
    case 'organization': {
      const [action, ...others] = rest;
      if (action !== 'create') throw new UsageError('Usage: organization create …; see organization create --help.', 2);
      const { createOrganizationCommand } = await import('./cli/organization-create.ts');
      return createOrganizationCommand(others);
    }
    default:
      throw new UsageError(`There is no command "${command}".`, 2);
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const isExpected = error instanceof UsageError || (error as Error)?.constructor?.name === 'UnusableDatabase';
  const text = isExpected ? (error as Error).message : `Parley could not start: ${(error as Error)?.message ?? error}`;
  process.stderr.write(`${text}\n`);
  process.exit(error instanceof UsageError ? error.status : 1);
});
