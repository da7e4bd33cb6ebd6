// The key under which names, topics and addresses are unique. The renderer owns it because the browser client
// shares that code, so server and client look people up by the same key.

export { textKey } from '../markdown/text-key.ts';
