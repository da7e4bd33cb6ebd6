// The client's entry point.

import { render } from 'preact';
import { App } from './app/shell.tsx';
import { followNotificationClicks } from './data/chosen-notification.ts';
import './styles/all.css';

followNotificationClicks();
render(<App />, document.body);
