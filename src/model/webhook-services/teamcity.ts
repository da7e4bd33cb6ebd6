// TeamCity, in the format of its webhooks plugin.

import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { bold, link, nonBlankLines, plainLine } from '../incoming-webhooks/untrusted-markdown.ts';
import type { WebhookService } from '../incoming-webhooks/webhook-service.ts';

function stateOf(build: PayloadField): string {
  const delta = build.optionalText('buildResultDelta');
  const status = plainLine(build.optionalText('buildStatus'));
  switch (build.text('buildResult')) {
    case 'success':
      return delta === 'fixed' ? ':check: has been **fixed**' : ':check: was **successful**';
    case 'failure':
      return `:cross_mark: is ${delta === 'broken' ? '' : 'still '}**broken** (${status})`;
    case 'running':
      return 'has begun';
    default:
      return `is ${bold(build.text('buildResult'))} (${status})`;
  }
}

export const teamcity: WebhookService = {
  name: 'teamcity',
  displayName: 'TeamCity',
  clientName: 'Teamcity',
  read({ payload }) {
    const build = payload.at('build');
    const name = build.text('buildFullName');
    const page = build.text('buildStatusUrl');
    const isPersonal = build
      .optionalList('teamcityProperties')
      .some(
        (property) =>
          property.optionalText('name') === 'env.BUILD_IS_PERSONAL' &&
          property.optionalText('value') === 'true',
      );
    const triggeredBy = plainLine(build.optionalText('triggeredBy').split(';', 1)[0] ?? '');
    const content = nonBlankLines(
      `${isPersonal ? 'The personal build' : 'Build'} ${link(`${name} ${build.text('buildNumber')}`, page)} ${stateOf(build)}.`,
      `${link('Changes', `${page}&tab=buildChangesDiv`)} · ${link('Build log', page)}${triggeredBy === '' ? '' : ` · ${triggeredBy}`}`,
    );
    const branch = build.firstOf('branchDisplayName', 'branchName');
    return {
      event: build.text('buildResult'),
      topic: branch === '' ? name : `${name} (${branch})`,
      content,
    };
  },
};
