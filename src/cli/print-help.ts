// Prints what a command says of itself, with the words by which it was called.

const FROM_SOURCES = /npm (?:run parley|start) --/g;

/** Prints a text of help; where Parley is installed as a program, `PARLEY_COMMAND` is its name there. */
export function printHelp(text: string): void {
  const program = process.env.PARLEY_COMMAND;
  process.stdout.write(program ? text.replace(FROM_SOURCES, program) : text);
}
