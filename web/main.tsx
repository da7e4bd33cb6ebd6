// Where the client begins in a browser.

import { render } from 'preact';
import { goWhereChosen } from './link/chosen-notification.ts';
import { Shell } from './shell/shell.tsx';
import './styles/all.css';

goWhereChosen();
render(<Shell />, document.body);
