// Where the client begins in a browser.

import { render } from 'preact';
import { Shell } from './shell/shell.tsx';
import './styles/all.css';

render(<Shell />, document.body);
