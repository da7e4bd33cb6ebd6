/** Warns the server's administrator, in one sentence. */
export type Warn = (sentence: string) => void;
