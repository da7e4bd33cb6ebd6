// Components that render again only when their properties differ, so that a change of one row costs one row.

import { Component, type ComponentType } from 'preact';
import { isEqual } from '../lib/equal.ts';

/** The component, rendered again only when the content of a property differs. Properties must be data, not functions. */
export function memoized<P extends object>(Shown: ComponentType<P>): ComponentType<P> {
  return class Memoized extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return !isEqual(this.props, next);
    }

    override render() {
      return <Shown {...(this.props as P)} />;
    }
  };
}
