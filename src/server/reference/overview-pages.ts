// The overview pages of the reference: the lists of operations, events and errors.

import type { JsonSchema } from '../../api-contract/codec.ts';
import { type ErrorDescription, errorDescriptions } from '../../api-contract/error-descriptions.ts';
import type { EventDeclaration } from '../../api-contract/event-declaration.ts';
import { FEATURE_LEVEL } from '../../api-contract/feature-level.ts';
import type { Declaration } from '../../api-contract/operation.ts';
import { eventDeclarations } from '../../model/events/event-types.ts';
import { type Html, html } from '../http/html-template.ts';
import { page, prose } from './html.ts';
import { accessLabels, type ExampleCaller } from './operation-page.ts';
import { fieldsIn } from './schema-html.ts';

type OperationsByFolder = Readonly<Record<string, readonly Declaration[]>>;

function titleOf(folder: string): string {
  const words = folder.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function operationRow({ name, method, path, summary, access, deprecated }: Declaration): Html {
  return html`<tr><td><span class="method">${method}</span> <a href="/api/operations/${name}"><code>${path}</code></a></td><td>${prose(summary)}${deprecated && ' Deprecated.'} <span class="quiet">For ${accessLabels[access]}.</span></td></tr>`;
}

/** The introduction, and all operations by folder. */
export function indexPage(
  operationsByFolder: OperationsByFolder,
  { origin, email }: ExampleCaller,
  isDemo: boolean,
): string {
  const key = isDemo
    ? html`<p>In the demo, anyone on the same machine can get any API key:</p><pre><code>curl '${origin}/api/v1/dev_fetch_api_key' --data-urlencode 'username=${email}'</code></pre>`
    : html`<p>Your API key is in your settings, or get it with <a href="/api/operations/fetch-api-key">fetch-api-key</a>.</p>`;
  return page(
    'Operations',
    html`<p>All operations are below <code>/api/v1</code>. Authenticate with HTTP Basic: the account's email address and its API key. Send parameters in the query of a GET, otherwise in the form body: strings as plain text, other values as JSON. Responses are JSON with <code>result</code> and <code>msg</code>. This server's feature level is ${FEATURE_LEVEL}.</p>
${key}
<ul class="folders">${Object.keys(operationsByFolder).map((folder) => html`<li><a href="#${folder}">${titleOf(folder)}</a></li>`)}</ul>
${Object.entries(operationsByFolder).map(
  ([folder, operations]) =>
    html`<h2 id="${folder}">${titleOf(folder)}</h2><table class="operations"><tbody>${operations.map(operationRow)}</tbody></table>`,
)}`,
  );
}

/** The forms of an event with their `op`, if it has one. */
function formsOf({
  codec,
}: EventDeclaration): readonly { readonly op?: string; readonly form: JsonSchema }[] {
  const { title: _title, ...schema }: JsonSchema = codec.schema;
  const forms = (schema.anyOf ?? [schema]) as readonly JsonSchema[];
  return forms.map((form) => {
    const { op } = form.properties as { readonly op?: { readonly enum: readonly [string] } };
    return op ? { op: op.enum[0], form } : { form };
  });
}

function eventSection(declaration: EventDeclaration): Html {
  const { type, meaning } = declaration;
  return html`<h2 id="${type}"><code>${type}</code></h2><p>${prose(meaning)}</p>${formsOf(declaration).map(
    ({ op, form }) => html`${op !== undefined && html`<h3><code>${op}</code></h3>`}${fieldsIn(form)}`,
  )}`;
}

/** Every type of event with its fields. */
export function eventsPage(): string {
  return page(
    'Events',
    html`<p>A client <a href="/api/operations/register-queue">registers a queue</a>, which returns the current state, and then repeatedly <a href="/api/operations/get-events">waits for events</a>. Every event has <code>id</code>, which increases, and <code>type</code>; many types have <code>op</code>.</p>
<table><thead><tr><th>Type</th><th>Operations</th><th>What happened</th></tr></thead><tbody>${eventDeclarations.map(
      ({ type, ops, meaning }) =>
        html`<tr><td><a href="#${type}"><code>${type}</code></a></td><td>${ops.map((op) => html`<code>${op}</code> `)}</td><td>${prose(meaning)}</td></tr>`,
    )}</tbody></table>${eventDeclarations.map(eventSection)}`,
  );
}

function errorTable(notes: readonly (readonly [string, ErrorDescription])[]): Html {
  const rows = notes.map(
    ([code, { status, meaning }]) =>
      html`<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${prose(meaning)}</td></tr>`,
  );
  return html`<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>`;
}

/** Every code of the error envelope. */
export function errorsPage(): string {
  const notes = Object.entries(errorDescriptions);
  const general = notes.filter(([, { isGeneral }]) => isGeneral);
  const others = notes.filter(([, { isGeneral }]) => !isGeneral);
  return page(
    'Errors',
    html`<p>An error is JSON too: <code>result</code> is <code>error</code>, <code>msg</code> is a sentence for people and <code>code</code> is for programs. Some codes have additional fields.</p>
<h2>Errors of every operation</h2>${errorTable(general)}<h2>Errors of some operations</h2>${errorTable(others)}`,
  );
}

/** The page for an unknown operation. */
export function missingPage(): string {
  return page('Not found', html`<p>This operation does not exist. <a href="/api/">All operations</a></p>`);
}
