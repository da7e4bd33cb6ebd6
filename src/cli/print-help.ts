// Prints the help of a command under the program's name.

const FROM_SOURCES = /npm (?:run parley|start) --/g;

/** Prints a help text; `PARLEY_COMMAND` is the program's name if Parley is installed as one. */
export function printHelp(text: string): void {
  const program = process.env.PARLEY_COMMAND;
  process.stdout.write(program ? text.replace(FROM_SOURCES, program) : text);
}
