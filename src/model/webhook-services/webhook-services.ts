// All webhook services, whose requests become messages. Clients list them when someone creates an incoming webhook.

import { DEFAULT_KEY, type KeySignature, PUBLIC_KEY_URL } from '../incoming-webhooks/key-signatures.ts';
import type { WebhookOption, WebhookService } from '../incoming-webhooks/webhook-service.ts';
import { alertmanager } from './alertmanager.ts';
import { ansibletower, buildbot, rundeck } from './automation.ts';
import { azuredevops } from './azuredevops.ts';
import { bitbucket2 } from './bitbucket2.ts';
import { bitbucket3 } from './bitbucket3.ts';
import { buildkite } from './buildkite.ts';
import { circleci } from './circleci.ts';
import { clickup } from './clickup.ts';
import { homeassistant, ifttt, zapier } from './custom-text-services.ts';
import { forgejo, gitea, gogs } from './gitea.ts';
import { github } from './github.ts';
import { gitlab } from './gitlab.ts';
import { grafana } from './grafana.ts';
import { harbor } from './harbor.ts';
import { freshdesk, zendesk } from './help-desks.ts';
import { heroku } from './heroku.ts';
import { honeybadger } from './honeybadger.ts';
import { intercom } from './intercom.ts';
import { jenkins } from './jenkins.ts';
import { jira } from './jira.ts';
import { json } from './json.ts';
import { linear } from './linear.ts';
import { mattermostIncoming } from './mattermost-incoming.ts';
import { lidarr, radarr, sonarr } from './media-managers.ts';
import { healthchecks, pingdom, uptimekuma, uptimerobot, zabbix } from './monitors.ts';
import { netlify } from './netlify.ts';
import { newrelic } from './newrelic.ts';
import { notion } from './notion.ts';
import { opsgenie } from './opsgenie.ts';
import { pagerduty } from './pagerduty.ts';
import { rollbar } from './rollbar.ts';
import { semaphore } from './semaphore.ts';
import { sentry } from './sentry.ts';
import { shortcut } from './shortcut.ts';
import { slack } from './slack.ts';
import { slackIncoming } from './slack-incoming.ts';
import { sonarqube } from './sonarqube.ts';
import { splunk } from './splunk.ts';
import { statuspage } from './statuspage.ts';
import { stripe } from './stripe.ts';
import { taiga } from './taiga.ts';
import { teamcity } from './teamcity.ts';
import { travis } from './travis.ts';
import { trello } from './trello.ts';
import { wekan } from './wekan.ts';
import { wordpress } from './wordpress.ts';

export const webhookServices: readonly WebhookService[] = [
  alertmanager,
  ansibletower,
  azuredevops,
  bitbucket2,
  bitbucket3,
  buildbot,
  buildkite,
  circleci,
  clickup,
  forgejo,
  freshdesk,
  gitea,
  github,
  gitlab,
  gogs,
  grafana,
  harbor,
  healthchecks,
  heroku,
  homeassistant,
  honeybadger,
  ifttt,
  intercom,
  jenkins,
  jira,
  json,
  lidarr,
  linear,
  mattermostIncoming,
  netlify,
  newrelic,
  notion,
  opsgenie,
  pagerduty,
  pingdom,
  radarr,
  rollbar,
  rundeck,
  semaphore,
  sentry,
  shortcut,
  slack,
  slackIncoming,
  sonarr,
  sonarqube,
  splunk,
  statuspage,
  stripe,
  taiga,
  teamcity,
  travis,
  trello,
  uptimekuma,
  uptimerobot,
  wekan,
  wordpress,
  zabbix,
  zapier,
  zendesk,
];

const byName = new Map(webhookServices.map((service) => [service.name, service]));

/** The service with a name; undefined if there is none. */
export function findWebhookService(name: string): WebhookService | undefined {
  return byName.get(name);
}

const secretOption = (header: string): WebhookOption => ({
  key: 'secret',
  label: `The secret that ${header} is signed with; requests without a valid signature are rejected`,
});

const keyOption = ({ header, keyUrl }: KeySignature): WebhookOption => ({
  key: PUBLIC_KEY_URL,
  label: `URL of the public key that checks ${header}, or “${DEFAULT_KEY}” for ${keyUrl}. Requests without a valid signature are then rejected`,
});

const wireOption = ({ key, label }: WebhookOption) => ({ key, label, validator: 'check_string' });

/** A service in its wire form. */
export function wireWebhookService(service: WebhookService) {
  const { name, displayName, events, signature, keySignature, config, urlOptions } = service;
  return {
    name,
    display_name: displayName,
    all_event_types: events ? [...events] : null,
    config_options: [
      ...(signature ? [secretOption(signature.header)] : []),
      ...(keySignature ? [keyOption(keySignature)] : []),
      ...(config ?? []),
    ].map(wireOption),
    url_options: (urlOptions ?? []).map(wireOption),
  };
}
