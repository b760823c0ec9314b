import { escapeHtml } from '@gatehouse/contract/escape-html.ts';
import { planIds, planName, skuOfPlan } from '@gatehouse/contract/plans.ts';
import type { Invoice } from '@gatehouse/contract/subscriptions.ts';
import { addOnPrice, unpaidTotal } from '@gatehouse/phrases/formats.ts';
import { shortDate } from '@gatehouse/phrases/formatters.ts';
import { loadPhrases, type Namespaces } from '@gatehouse/phrases/load.ts';
import { createTranslator, type PhraseKey, type Translate } from '@gatehouse/phrases/translate.ts';
import { drawPdf } from '../billing/pdf.ts';
import type { Sandbox, SandboxSubscription } from '../billing/sandbox.ts';

type Checkout = NonNullable<Awaited<ReturnType<Sandbox['findCheckout']>>>;
type Invoices = (Pick<Invoice, 'id' | 'status' | 'amountDue'> & { createdAt: number })[];

/** The pages' own, and what the console says of plans and invoices. */
type BillingKey = PhraseKey<Namespaces['messages']> | PhraseKey<Namespaces['console/cloud']>;
type BillingWords = { language: string; t: Translate<BillingKey> };
export type BillingView = (words: BillingWords) => { title: string; body: string };

export const learnBillingWords = async (language: string): Promise<BillingWords> => {
  const [own, console] = await Promise.all([
    loadPhrases(language, 'messages'),
    loadPhrases(language, 'console/cloud'),
  ]);
  return { language, t: createTranslator<BillingKey>(language, { ...console, ...own }) };
};

const button = (choice: string, words: string, isPrimary = false) =>
  `<button${isPrimary ? ' class="primary"' : ''} name="choice" value="${choice}">${escapeHtml(words)}</button>`;

const line = (words: string, attributes = '') => `<p${attributes}>${escapeHtml(words)}</p>`;

const note = ({ t }: BillingWords) => line(t('sandbox.note'), ' class="quiet"');

const wayBack = ({ t }: BillingWords, url: string) =>
  `<p><a href="${escapeHtml(url)}">${escapeHtml(t('sandbox.back'))}</a></p>`;

/** The purchase, with a button for each possible outcome. */
export const drawCheckout =
  ({ skuId, tenantName }: Checkout, isDeclined: boolean): BillingView =>
  words => {
    const { t, language } = words;
    const price = addOnPrice(skuOfPlan(skuId).unitPrice ?? 0, language);
    return {
      title: t('sandbox.checkout'),
      body:
        `<p><strong>${planName(skuId)}</strong> · <bdi>${escapeHtml(tenantName)}</bdi></p>` +
        line(t('subscription.price_text', { price })) +
        (isDeclined ? line(t('sandbox.declined'), ' role="alert"') : '') +
        `<form method="post">${button('pay', t('sandbox.pay'), true)}${button('slow', t('sandbox.pay_slowly'))}` +
        `${button('decline', t('sandbox.decline'))}${button('cancel', t('sandbox.cancel'))}</form>${note(words)}`,
    };
  };

type Portal = {
  subscription: SandboxSubscription;
  invoices: Invoices;
  returnUrl: string;
  /** The plan that the tenant can switch to. */
  otherPlan: string | undefined;
  /** It was tried to pay just now. */
  isDeclined: boolean;
};

export const drawPortal =
  ({ subscription, invoices, returnUrl, otherPlan, isDeclined }: Portal): BillingView =>
  words => {
    const { t, language } = words;
    const { isCardDeclined, status } = subscription;
    const open = invoices.filter(invoice => invoice.status === 'open');
    // A plan that was given up leaves its invoices behind, and the way to pay them.
    const isOver = status === 'canceled';
    const planId = isOver ? planIds.free : subscription.planId;
    return {
      title: t('sandbox.billing'),
      body:
        `<p><strong>${escapeHtml(t('subscription.current', { plan: planName(planId) }))}</strong></p>` +
        (isOver ? '' : nextStep(words, subscription)) +
        (status === 'past_due' ? line(t('subscription.overdue'), ' role="alert"') : '') +
        line(t(isCardDeclined ? 'sandbox.card_declined' : 'sandbox.card_accepted')) +
        (isDeclined ? line(t('sandbox.declined'), ' role="alert"') : '') +
        '<form method="post">' +
        (open.length > 0
          ? button('pay', t('sandbox.pay_sum', { sum: unpaidTotal(open, language) }), true)
          : '') +
        (isCardDeclined
          ? button('accept-card', t('sandbox.use_good_card'))
          : button('decline-card', t('sandbox.use_bad_card'))) +
        (isOver ? '' : planButtons(words, subscription, otherPlan)) +
        `</form>${invoiceTable(words, invoices)}${wayBack(words, returnUrl)}${note(words)}`,
    };
  };

/** Several plans have one name. */
const versionName = (planId: string) => `${planName(planId)} (${planId})`;

const nextStep = ({ t, language }: BillingWords, { isCancelled, periodEnd }: SandboxSubscription) =>
  line(
    t(isCancelled ? 'subscription.cancelled' : 'sandbox.renews', {
      date: shortDate(periodEnd, language, 'UTC'),
    }),
  );

const planButtons = (
  { t }: BillingWords,
  { isCancelled }: SandboxSubscription,
  otherPlan: Portal['otherPlan'],
) =>
  (otherPlan ? button('change', t('subscription.moves.switch', { plan: versionName(otherPlan) })) : '') +
  (isCancelled ? button('resume', t('sandbox.keep_plan')) : button('cancel', t('sandbox.cancel_plan')));

const invoiceTable = ({ t, language }: BillingWords, invoices: Invoices) => {
  const heads = [t('sandbox.date'), t('invoices.amount'), t('tenant_members.status')];
  const rows = invoices.map(invoice => [
    shortDate(invoice.createdAt, language, 'UTC'),
    addOnPrice(invoice.amountDue, language),
    t(`invoices.statuses.${invoice.status}`),
  ]);
  const cells = (tag: string, texts: string[]) =>
    `<tr>${texts.map(text => `<${tag}>${escapeHtml(text)}</${tag.split(' ')[0]}>`).join('')}</tr>`;
  return (
    `<table><thead>${cells('th scope="col"', heads)}</thead>` +
    `<tbody>${rows.map(row => cells('td', row)).join('')}</tbody></table>`
  );
};

/** In English: the fonts of its file know few other letters. */
export const drawInvoice = async (
  invoice: Pick<Invoice, 'id' | 'status' | 'amountDue' | 'skuId'> & {
    tenantId: string;
    createdAt: number;
    periodStart: number;
    periodEnd: number;
  },
) => {
  const { t, language } = await learnBillingWords('en');
  const day = (time: number) => shortDate(time, language, 'UTC');
  const facts = [
    [t('tenant_settings.id'), invoice.tenantId],
    [t('sandbox.date'), day(invoice.createdAt)],
    [t('tenant_settings.plan'), invoice.skuId ? planName(invoice.skuId) : ''],
    [
      t('invoices.period'),
      t('invoices.period_text', { start: day(invoice.periodStart), end: day(invoice.periodEnd) }),
    ],
    [t('invoices.amount'), addOnPrice(invoice.amountDue, language)],
    [t('tenant_members.status'), t(`invoices.statuses.${invoice.status}`)],
  ] as const;
  return drawPdf([
    { text: t('invoices.document'), x: 72, y: 750, size: 24, isStrong: true },
    { text: invoice.id, x: 72, y: 728, size: 10 },
    ...facts.flatMap(([name, value], index) => [
      { text: name, x: 72, y: 680 - 24 * index, size: 12 },
      { text: value, x: 220, y: 680 - 24 * index, size: 12, isStrong: true },
    ]),
    { text: t('sandbox.note'), x: 72, y: 72, size: 10 },
  ]);
};

export const drawCheckoutOver =
  (isPaid: boolean, consoleUrl: string): BillingView =>
  words => ({
    title: words.t('sandbox.over'),
    body: line(words.t(isPaid ? 'sandbox.paid_text' : 'sandbox.expired_text')) + wayBack(words, consoleUrl),
  });
