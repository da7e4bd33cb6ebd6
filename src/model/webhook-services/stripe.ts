// Stripe. The topic is the customer if the event has one, or else the object.

import { lookupTable } from '../../api-contract/typed-records.ts';
import type { PayloadField } from '../incoming-webhooks/payload-field.ts';
import { timestampedParts } from '../incoming-webhooks/timestamped-signatures.ts';
import {
  bold,
  capitalized,
  code,
  countedNoun,
  link,
  nonBlankLines,
  plainLine,
  timeMark,
} from '../incoming-webhooks/untrusted-markdown.ts';
import { UnsupportedEventError } from '../incoming-webhooks/webhook-errors.ts';
import type { WebhookMessage, WebhookService } from '../incoming-webhooks/webhook-service.ts';

/** The object's name and dashboard page, by the prefix of its id. */
const kinds = lookupTable<readonly [name: string, page: string]>({
  acct: ['Account', ''],
  ch: ['Charge', 'charges'],
  cs: ['Checkout session', ''],
  cus: ['Customer', 'customers'],
  dp: ['Dispute', 'disputes'],
  du: ['Dispute', 'disputes'],
  file: ['File', 'files'],
  ii: ['Invoice item', 'invoiceitems'],
  in: ['Invoice', 'invoices'],
  pi: ['Payment', 'payments'],
  pm: ['Payment method', ''],
  po: ['Payout', 'payouts'],
  plan: ['Plan', 'plans'],
  price: ['Price', 'prices'],
  prod: ['Product', 'products'],
  py: ['Payment', 'payments'],
  pyr: ['Refund', 'refunds'],
  re: ['Refund', 'refunds'],
  src: ['Source', ''],
  card: ['Card', ''],
  ba: ['Bank account', ''],
  sub: ['Subscription', 'subscriptions'],
  tr: ['Transfer', 'transfers'],
});

function objectLink(id: string, kind: string): string {
  const [name, page] = kinds[id.split('_', 1)[0] ?? ''] ?? [capitalized(kind.replaceAll('_', ' ')), ''];
  return page === ''
    ? plainLine(name)
    : link(name, `https://dashboard.stripe.com/${page}/${encodeURIComponent(id)}`);
}

const WITHOUT_CENTS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));

function money(object: PayloadField, path: string): string {
  if (!object.has(path)) return '';
  const currency = object.optionalText('currency').toLowerCase();
  const amount = object.number(path);
  const formatted = WITHOUT_CENTS.has(currency) ? String(amount) : (amount / 100).toFixed(2);
  return `${formatted} ${plainLine(currency.toUpperCase())}`.trim();
}

const IGNORED_FIELDS = new Set([
  'lines',
  'description',
  'number',
  'finalized_at',
  'delinquent',
  'default_source',
  'items',
]);

/** The changes that can be shown on one line. */
function changes(payload: PayloadField): string[] | undefined {
  const before = payload.optional('data.previous_attributes');
  if (!before) return undefined;
  const names = before
    .entries()
    .map(([name]) => name)
    .filter((name) => !IGNORED_FIELDS.has(name))
    .sort();
  return names.map((name) => {
    const now = payload.at('data.object').optional(name);
    const title = capitalized(name.replaceAll('_', ' '));
    if (!now) return `* ${plainLine(title)} is no longer set`;
    const { value } = now;
    const isMoment =
      typeof value === 'number' && /(?:_at|_end|_start|_anchor|_date|^created|^start)$/.test(name);
    if (isMoment) return `* ${plainLine(title)} is now ${timeMark(value)}`;
    return typeof value === 'object'
      ? `* ${plainLine(title)} changed`
      : `* ${plainLine(title)} is now ${code(String(value))}`;
  });
}

/** The subscribed plan. */
function planOf(object: PayloadField): string[] {
  const quantity = object.optionalText('quantity');
  const billing = object.firstOf('billing', 'collection_method');
  const id = object.optionalText('plan.id');
  const name = object.firstOf('plan.nickname', 'plan.name', 'plan.id');
  return [
    name === ''
      ? ''
      : `Plan: ${id === '' ? plainLine(name) : link(name, `https://dashboard.stripe.com/plans/${encodeURIComponent(id)}`)}`,
    quantity === '' ? '' : `Quantity: ${plainLine(quantity)}`,
    billing === '' ? '' : `Billing method: ${plainLine(billing.replaceAll('_', ' '))}`,
  ];
}

const SECONDS_PER_DAY = 24 * 3600;
/** Stripe warns this many days ahead, or at once if a trial is shorter. */
const WARNING_DAYS = 3;

/** The number of days until a trial ends. */
function daysLeft(payload: PayloadField, object: PayloadField): string {
  if (!object.has('trial_end') || !payload.has('created')) return '';
  const seconds = object.number('trial_end') - payload.number('created');
  const days = Math.min(Math.max(0, Math.round(seconds / SECONDS_PER_DAY)), WARNING_DAYS);
  return ` in ${countedNoun(days, 'day')}`;
}

/** Details of an object, depending on its kind. */
function detailsOf(type: string, object: PayloadField): string[] {
  const reason = object.firstOf(
    'failure_message',
    'failure_code',
    'failure_reason',
    'last_payment_error.message',
  );
  const page = object.optionalText('hosted_invoice_url');
  return [
    type === 'customer.created' && object.optionalText('email') !== ''
      ? `Email: ${plainLine(object.optionalText('email'))}`
      : '',
    ...(type === 'customer.subscription.created' ? planOf(object) : []),
    type === 'invoice.created' && object.optionalText('billing_reason') !== ''
      ? `Reason for billing: ${plainLine(object.optionalText('billing_reason').replaceAll('_', ' '))}`
      : '',
    type.startsWith('invoice.') && object.has('total') ? `Total: ${money(object, 'total')}` : '',
    type.startsWith('invoice.') && object.has('amount_due')
      ? `Amount due: ${money(object, 'amount_due')}`
      : '',
    page === '' ? '' : link('Invoice page', page),
    reason === '' ? '' : `Reason: ${plainLine(reason)}`,
  ];
}

const isRefund = (type: string) => type.startsWith('refund.') || type.startsWith('charge.refund.');

function topicOf(type: string, object: PayloadField): string {
  const [category = '', resource = ''] = type.split('.');
  if (category === 'account') return 'account updates';
  if (category === 'customer' && resource !== 'discount' && type.split('.').length === 2)
    return object.text('id');
  if (type.includes('dispute')) return 'disputes';
  if (isRefund(type)) return 'refunds';
  if (category === 'file') return 'files';
  const customer = object.optional('customer');
  if (customer) return customer.isText ? customer.asText() : customer.text('id');
  return category === 'charge' ? 'charges' : category.replaceAll('_', ' ');
}

function sentenceOf(type: string, object: PayloadField): string {
  const [category = '', ...rest] = type.split('.');
  const verb = (rest.at(-1) ?? '').replaceAll('_', ' ');
  if (type.startsWith('customer.discount.')) {
    const name = object.firstOf('coupon.name', 'coupon.id');
    return `Discount ${plainLine(verb)} (${link(name, `https://dashboard.stripe.com/coupons/${encodeURIComponent(object.optionalText('coupon.id'))}`)})`;
  }
  if (type === 'invoice.upcoming') return 'An invoice is coming';
  const subject = objectLink(object.optionalText('id'), rest.length > 1 ? (rest[0] ?? category) : category);
  const amount = money(object, 'amount') || money(object, 'amount_total');
  const status = type.includes('dispute') || isRefund(type) ? object.optionalText('status') : '';
  const refunded = isRefund(type) ? object.optionalText('charge') : '';
  return [
    subject,
    refunded === '' ? '' : `of the ${objectLink(refunded, 'charge')}`,
    amount === '' ? '' : `for ${amount}`,
    plainLine(verb),
    status === '' ? '' : `(now ${bold(status.replaceAll('_', ' '))})`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

/** Prefixes of the events that are supported. */
const supported = [
  'account.updated',
  'charge.',
  'checkout.session.',
  'customer.',
  'file.',
  'invoice.',
  'invoiceitem.',
  'payment_intent.',
  'payment_method.',
  'payout.',
  'price.',
  'product.',
  'refund.',
  'subscription_schedule.',
  'transfer.',
];
/** Prefixes of known events that are of no interest to people. */
const ignored = [
  'account.',
  'application_fee.',
  'balance.',
  'billing_portal.',
  'capability.',
  'coupon.',
  'issuing_',
  'order.',
  'plan.',
  'promotion_code.',
  'radar.',
  'recipient.',
  'reporting.',
  'review.',
  'setup_intent.',
  'sigma.',
  'sku.',
  'source.',
  'tax_rate.',
  'topup.',
];

export const stripe: WebhookService = {
  name: 'stripe',
  displayName: 'Stripe',
  signature: timestampedParts('Stripe-Signature', 't', 'v1'),
  read({ payload }): WebhookMessage | undefined {
    const type = payload.text('type');
    if (!supported.some((beginning) => type.startsWith(beginning))) {
      if (ignored.some((beginning) => type.startsWith(beginning))) return undefined;
      throw new UnsupportedEventError(type);
    }
    const object = payload.at('data.object');
    const changed = type.endsWith('.updated') ? changes(payload) : [];
    // All of its changes are ignored.
    if (changed === undefined && type === 'account.updated') return undefined;
    // A refund of a payment lists no changes, but is posted anyway.
    if (changed?.length === 0 && type.endsWith('.updated') && !isRefund(type)) return undefined;
    const details = detailsOf(type, object);
    const content = nonBlankLines(
      `${sentenceOf(type, object)}${type.endsWith('.trial_will_end') ? daysLeft(payload, object) : ''}.`,
      ...(changed ?? []),
      ...details.filter(Boolean).map((line) => `* ${line}`),
    );
    return { event: type, topic: topicOf(type, object), content };
  },
};
