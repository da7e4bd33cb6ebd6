// SonarQube: the result of an analysis, with the conditions of the quality gate that failed.

import { lookupTable } from '../../api-contract/typed-records.ts';
import { topicOfBranch } from '../incoming-webhooks/git-text.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { bold, code, link, nonBlankLines, plainLine } from '../incoming-webhooks/untrusted-markdown.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { digestSignature } from '../incoming-webhooks/webhook-signatures.ts';

/** The expectation, by the comparison that failed. */
const expected = lookupTable<string>({
  WORSE_THAN: 'should be at least as good as',
  GREATER_THAN: 'should be at most',
  LESS_THAN: 'should be at least',
});

function conditionText(condition: PayloadField): string {
  const name = plainLine(condition.text('metric').replaceAll('_', ' '));
  const value = condition.optionalText('value');
  const status = bold(condition.text('status').toLowerCase());
  if (value === '') return `* ${name}: ${status}`;
  const operator = condition.optionalText('operator');
  return `* ${name}: ${status}, ${plainLine(value)} ${expected[operator] ?? plainLine(operator)} ${plainLine(condition.optionalText('errorThreshold'))}`;
}

export const sonarqube: WebhookService = {
  name: 'sonarqube',
  displayName: 'SonarQube',
  clientName: 'Sonarqube',
  signature: digestSignature('X-Sonar-Webhook-HMAC-SHA256'),
  read({ payload }) {
    const name = payload.text('project.name');
    const branch = payload.optionalText('branch.name');
    const gate = payload.optional('qualityGate');
    const status = (gate ? gate.text('status') : payload.text('status')).toLowerCase();
    const isGood = status === 'ok' || status === 'success';
    const conditions = (gate?.optionalList('conditions') ?? []).filter(
      (condition) => !/^(?:ok|no_value)$/i.test(condition.text('status')),
    );
    const onBranch = branch === '' ? '' : ` on ${code(branch)}`;
    const sentence = `${isGood ? ':check:' : ':cross_mark:'} The analysis of ${link(name, payload.optionalText('project.url'))}${onBranch}: ${bold(isGood ? 'success' : 'error')}`;
    const topic = branch === '' ? name : topicOfBranch(name, branch);
    return {
      event: isGood ? 'success' : 'error',
      topic,
      content: nonBlankLines(sentence, ...conditions.map(conditionText)),
    };
  },
};
