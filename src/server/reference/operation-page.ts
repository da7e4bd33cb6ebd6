// The reference page of one operation, made from its declaration.

import { errorDescriptions } from '../../api-contract/error-descriptions.ts';
import { successSchema } from '../../api-contract/openapi.ts';
import { type Access, type Declaration, errorCodesOf } from '../../api-contract/operation.ts';
import type { Encoding, Parameter } from '../../api-contract/parameter.ts';
import { type Html, html } from '../http/html-template.ts';
import { curlLine } from './examples.ts';
import { page, prose } from './html.ts';
import { fieldsIn, kindOf } from './schema-html.ts';

/** The organization and account that the examples use. */
export interface ExampleCaller {
  /** The organization's address, without a trailing slash. */
  readonly origin: string;
  readonly email: string;
}

export const accessLabels: Readonly<Record<Access, string>> = {
  anyone: 'anyone, without credentials',
  spectator: 'any account, or no account if web-public channels can be read',
  account: 'any account',
  human: 'people, not bots',
  bot: 'bots',
  member: 'any account except guests',
  'human-member': 'people except guests',
  administrator: 'administrators',
  owner: 'owners',
  development: 'anyone on the same machine, in demo mode',
};

const encodingLabels: Readonly<Record<Encoding, string>> = {
  plain: 'plain text',
  json: 'JSON',
  either: 'plain text or JSON',
};

function requirementOf(parameter: Parameter<unknown>): Html {
  if (parameter.defaultValue !== undefined)
    return html`default <code>${JSON.stringify(parameter.defaultValue)}</code>`;
  return html`${parameter.isOptional ? 'optional' : html`<strong>required</strong>`}`;
}

function locationOf(declaration: Declaration, name: string): string {
  if (declaration.path.includes(`{${name}}`) || declaration.path.includes(`{${name}*}`)) return 'path';
  return declaration.method === 'GET' ? 'query' : 'body';
}

function parameterRow(declaration: Declaration, name: string, parameter: Parameter<unknown>): Html {
  const { aliases, since, encoding, codec, description } = parameter;
  return html`<tr><td><code>${name}</code><br><span class="quiet">${locationOf(declaration, name)}</span></td><td>${kindOf(codec.schema)}<br><span class="quiet">${requirementOf(parameter)}; sent as ${encodingLabels[encoding]}</span></td><td>${prose(description)}${
    aliases.length > 0 &&
    html` <span class="quiet">Also sent as ${aliases.map((alias) => html`<code>${alias}</code> `)}</span>`
  }${since !== undefined && html` <span class="quiet">Since feature level ${since}.</span>`}${fieldsIn(codec.schema)}</td></tr>`;
}

function parameterTable(declaration: Declaration): Html {
  const entries = Object.entries(declaration.parameters);
  const files = declaration.files && html`<p>Accepts a file in a multipart body.</p>`;
  if (entries.length === 0) return html`<p>None.</p>${files}`;
  return html`<table><thead><tr><th>Name</th><th>Value</th><th>Meaning</th></tr></thead><tbody>${entries.map(
    ([name, parameter]) => parameterRow(declaration, name, parameter),
  )}</tbody></table>${files}`;
}

function answerOf(declaration: Declaration): Html {
  if (declaration.answers) return html`<p>A document of the type <code>${declaration.answers}</code>.</p>`;
  return fieldsIn(successSchema(declaration));
}

function errorList(declaration: Declaration): Html {
  const own = errorCodesOf(declaration).map(
    (code) =>
      html`<li><code>${code}</code> <span class="quiet">${errorDescriptions[code]?.status ?? ''}</span> ${prose(errorDescriptions[code]?.meaning ?? '')}</li>`,
  );
  return html`${own.length > 0 && html`<ul>${own}</ul>`}<p class="quiet">Also the <a href="/api/errors">errors of every operation</a>.</p>`;
}

function isPublic({ access }: Declaration): boolean {
  return access === 'anyone' || access === 'development';
}

export function operationPage(declaration: Declaration, { origin, email }: ExampleCaller): string {
  const { method, path, access, since, alsoAt, deprecated } = declaration;
  const example = curlLine(declaration, origin, isPublic(declaration) ? undefined : email);
  return page(
    declaration.name,
    html`<p>${prose(declaration.summary)}${deprecated && html` <strong>Deprecated.</strong>`}</p>
<pre><code>${method} /api/v1${path}</code></pre>
<dl><dt>For</dt><dd>${accessLabels[access]}</dd>${since !== undefined && html`<dt>Since</dt><dd>feature level ${since}</dd>`}${
      alsoAt &&
      html`<dt>Also at</dt><dd>${alsoAt.map((alias) => html`<code>${alias.method ?? method} /api/v1${alias.path}</code> `)}</dd>`
    }</dl>
<h2>Parameters</h2>${parameterTable(declaration)}
<h2>Example</h2><pre><code>${example}</code></pre>
<h2>Answer</h2>${answerOf(declaration)}
<h2>Errors</h2>${errorList(declaration)}`,
  );
}
