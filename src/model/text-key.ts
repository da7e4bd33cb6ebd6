// The key under which names, topics and addresses are unique, for the server. It is computed with the renderer, whose room
// is what the browser client takes, so that both find people by the same key.

export { textKey } from '../markdown/text-key.ts';
