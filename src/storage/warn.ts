/** Says, in a sentence, what whoever runs the server should look at. */
export type Warn = (sentence: string) => void;
