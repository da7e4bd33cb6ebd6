// The client's entry point.

import { render } from 'preact';
import { Shell } from './app/shell.tsx';
import { followNotificationClicks } from './data/chosen-notification.ts';
import './styles/all.css';

followNotificationClicks();
render(<Shell />, document.body);
