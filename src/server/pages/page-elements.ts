// The elements that the pages outside the client consist of.

import { passwordBounds } from '../../model/passwords/passwords.ts';
import { attributes, type Html, type HtmlAttributes, type HtmlPart, html } from '../http/html-template.ts';
import type { PageTexts } from './page-texts.ts';

export function paragraph(...content: readonly HtmlPart[]): Html {
  return html`<p>${content}</p>`;
}

export function link(address: string, label: string): Html {
  return html`<a href="${address}">${label}</a>`;
}

/** The error of a form, shown above it. */
export function alert(errorText: string | undefined): Html | undefined {
  return errorText === undefined ? undefined : html`<p role="alert">${errorText}</p>`;
}

/** A form. Without an action it is sent to the page's own address, so that the fragment after `#` is preserved. */
export function form(content: readonly HtmlPart[], action?: string): Html {
  return html`<form${attributes({ method: 'post', action })}>${content}</form>`;
}

/** A field with its label, and a hint below it, which is the field's description and not part of its name. */
export function field(label: string, input: HtmlAttributes, hint?: string): Html {
  if (hint === undefined) return html`<label>${label}<input${attributes(input)}></label>`;
  const id = `${input.name ?? input.type}-hint`;
  const described = attributes({ ...input, 'aria-describedby': id });
  return html`<label>${label}<input${described}></label><small id="${id}">${hint}</small>`;
}

export function hiddenField(name: string, value: string): Html {
  return html`<input${attributes({ type: 'hidden', name, value })}>`;
}

/** A button, which sends its form unless the attributes say otherwise. */
export function button(label: string, attributeValues: HtmlAttributes = {}): Html {
  return html`<button${attributes(attributeValues)}>${label}</button>`;
}

/** The link for people who have an account. */
export function logInLink({ t }: PageTexts): Html {
  return paragraph(link('/login/', t('page.logIn')));
}

/** The hint next to the field for a new password. */
export function passwordHint({ t }: PageTexts): string {
  return t('page.passwordHint', { minimum: passwordBounds.minimumLength });
}
