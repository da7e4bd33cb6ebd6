// New Relic: the issues of its workflows.

import { lookupTable } from '../../contract/typed-records.ts';
import type { Field } from '../incoming-webhooks/field.ts';
import type { Integration } from '../incoming-webhooks/integration.ts';
import { UnsupportedEvent } from '../incoming-webhooks/refusals.ts';
import { bold, facts, lines, link, moment, plain } from '../incoming-webhooks/text.ts';

const marks = lookupTable<string>({
  ACTIVATED: ':alert:',
  CREATED: ':alert:',
  CLOSED: ':squared_ok:',
  ACKNOWLEDGED: ':silhouette:',
});

const listed = (payload: Field, path: string) => {
  const found = payload.maybe(path);
  if (!found) return '';
  return found.isList
    ? found
        .items()
        .map((one) => plain(one.words()))
        .join(', ')
    : plain(found.words());
};

/** What the workflow was told to add. */
function ownFields(payload: Field): string[] {
  const own = payload.maybe('zulipCustomFields');
  if (!own?.isObject) return [];
  return own.entries().map(([name, { value }]) => {
    const isSimple = value === null || ['string', 'number', 'boolean'].includes(typeof value);
    const shown = isSimple
      ? String(value)
      : Array.isArray(value)
        ? value.filter((one) => typeof one !== 'object').join(', ')
        : 'something that cannot be shown';
    return `* **${plain(name)}**: ${plain(shown)}`;
  });
}

export const newrelic: Integration = {
  name: 'newrelic',
  displayName: 'New Relic',
  calls: 'NewRelic',
  events: ['created', 'activated', 'acknowledged', 'closed'],
  read({ payload }) {
    const state = payload.text('state').toUpperCase();
    if (!newrelic.events?.includes(state.toLowerCase())) throw new UnsupportedEvent(state.toLowerCase());
    const title = payload.text('title');
    const owner = payload.textIn('owner');
    const said = facts([
      ['Conditions', listed(payload, 'alertConditionNames')],
      ['Policies', listed(payload, 'alertPolicyNames')],
      ['Affected', listed(payload, 'impactedEntities')],
      ['Incidents', plain(payload.textIn('totalIncidents'))],
      ['Since', payload.has('createdAt') ? moment(Math.floor(payload.number('createdAt') / 1000)) : ''],
      ['Acknowledged by', state === 'ACKNOWLEDGED' && owner !== 'N/A' ? plain(owner) : ''],
    ]);
    const sentence = `${marks[state]} ${bold(payload.textIn('priority'))} ${link(title, payload.textIn('issueUrl'))} was ${bold(state.toLowerCase())}.`;
    return {
      event: state.toLowerCase(),
      topic: title,
      content: lines(sentence.replace('  ', ' '), said, ...ownFields(payload)),
    };
  },
};
