// The client's entry point.

import { render } from 'preact';
import { Shell } from './app/shell.tsx';
import { goWhereChosen } from './data/chosen-notification.ts';
import './styles/all.css';

goWhereChosen();
render(<Shell />, document.body);
