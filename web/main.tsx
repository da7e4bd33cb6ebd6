// The client's entry point.

import { render } from 'preact';
import { App } from './app/app.tsx';
import { followNotificationClicks } from './data/notification-clicks.ts';
import './styles/all.css';

followNotificationClicks();
render(<App />, document.body);
