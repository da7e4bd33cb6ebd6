// The program: picks the command, and turns what went wrong into one sentence and an exit status.

import { UsageError } from './cli/usage.ts';
import { messageOf } from './contract/thrown.ts';

async function main(args: readonly string[]): Promise<void> {
  const [command = 'serve', ...rest] = args;
  // What any command writes is for its owner alone.
  process.umask(0o077);
  switch (command) {
    case 'serve': {
      const { serve } = await import('./cli/serve.ts');
      return serve(rest);
    }
    case 'organization': {
      const [action, ...others] = rest;
      if (action !== 'create')
        throw new UsageError('Usage: organization create …; see organization create --help.', 2);
      const { createOrganizationCommand } = await import('./cli/organization-create.ts');
      return createOrganizationCommand(others);
    }
    // Of `serve`'s own use: see there.
    case 'fill-demo': {
      const { fillDemoCommand } = await import('./cli/fill-demo.ts');
      return fillDemoCommand(rest);
    }
    case 'relay': {
      const { relay } = await import('./cli/relay.ts');
      return relay(rest);
    }
    // Loads what `serve` loads and ends: fills the cache of compiled modules when something was installed.
    case 'warm':
      await import('./cli/serve.ts');
      await import('./cli/fill-demo.ts');
      return;
    default:
      throw new UsageError(`There is no command "${command}".`, 2);
  }
}

/** Runs the command that the arguments name. */
export function run(args: readonly string[]): void {
  main(args).catch((error: unknown) => {
    // Told by its name: the class would bring the storage along, which few commands need.
    const isExpected =
      error instanceof UsageError ||
      (error instanceof Error && error.constructor.name === 'UnusableDatabase');
    const text = messageOf(error);
    process.stderr.write(`${isExpected ? text : `Parley could not start: ${text}`}\n`);
    process.exit(error instanceof UsageError ? error.status : 1);
  });
}
