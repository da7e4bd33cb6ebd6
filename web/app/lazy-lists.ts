// Lists of conversations that are loaded when they are first shown, to members and anonymous viewers alike.

import { lazy } from '../components/lazy.tsx';

export const Recent = lazy(async () => (await import('../inbox/recent.tsx')).Recent);
export const TopicsView = lazy(async () => (await import('../inbox/topics-view.tsx')).TopicsView);
