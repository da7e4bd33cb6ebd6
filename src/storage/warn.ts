// The type of a function that warns the server's operator.

/** Warns the server's operator, in one sentence. */
export type Warn = (sentence: string) => void;
