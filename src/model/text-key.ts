// The key under which names, topics and addresses are unique: the renderer finds people by it too.

export { textKey } from '../markdown/text-key.ts';
