// The parts of calls that screens show at once: the button, the line above a conversation, the faces in lists, and the
// layer of the page. One chunk, since each page with an account needs all of them.

export { CallButton } from './call-button.tsx';
export { CallFaces } from './call-faces.tsx';
export { CallLayer } from './call-layer.tsx';
export { CallStrip } from './call-strip.tsx';
