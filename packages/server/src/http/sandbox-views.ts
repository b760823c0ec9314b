import { unpaidTotal } from '@gatehouse/contract/formats.ts';
import { planName, skuOfPlan } from '@gatehouse/contract/plans.ts';
import type { Sandbox, SandboxSubscription } from '../billing/sandbox.ts';
import { escapeHtml } from '../messages/escape-html.ts';

type Checkout = NonNullable<Awaited<ReturnType<Sandbox['findCheckout']>>>;
type Invoices = { id: string; status: string; amountDue: number; createdAt: number }[];

const button = (choice: string, words: string, isPrimary = false) =>
  `<button${isPrimary ? ' class="primary"' : ''} name="choice" value="${choice}">${words}</button>`;

const note = '<p class="quiet">This is a sandbox. No money moves, and no card is needed.</p>';

/** What is bought, and every way that it can end. */
export const checkoutBody = ({ skuId, newTenant, payingTenantId }: Checkout, isDeclined: boolean) => {
  const price = unpaidTotal([{ amountDue: skuOfPlan(skuId).unitPrice ?? 0 }]);
  return (
    `<p><strong>${planName(skuId)}</strong> for <strong>${escapeHtml(newTenant?.name ?? payingTenantId)}</strong>: ${price} a month.</p>` +
    (isDeclined ? '<p role="alert">The card was declined. Try again, or cancel.</p>' : '') +
    `<form method="post">${button('pay', 'Pay', true)}${button('slow', 'Pay slowly')}` +
    `${button('decline', 'Let the card be declined')}${button('cancel', 'Cancel')}</form>${note}`
  );
};

export const portalBody = (subscription: SandboxSubscription, invoices: Invoices, returnUrl: string) => {
  const { planId, periodEnd, isCancelled, isCardDeclined, status } = subscription;
  const end = day(periodEnd);
  const open = invoices.filter(invoice => invoice.status === 'open');
  const rows = invoices.map(
    ({ createdAt, amountDue, status }) =>
      `<tr><td>${day(createdAt)}</td><td>${unpaidTotal([{ amountDue }])}</td><td>${status}</td></tr>`,
  );
  return (
    `<p><strong>${planName(planId)}</strong>: ${isCancelled ? `ends on ${end}` : `renews on ${end}`}${status === 'past_due' ? ', payment overdue' : ''}.</p>` +
    `<p>The card ${isCardDeclined ? 'is declined' : 'is accepted'}.</p>` +
    `<form method="post">${isCardDeclined ? button('accept-card', 'Use a card that works') : button('decline-card', 'Use a card that is declined')}` +
    `${isCancelled ? button('resume', 'Keep the plan') : button('cancel', 'Cancel the plan')}` +
    `${open.length > 0 ? button('pay', `Pay ${unpaidTotal(open)}`, true) : ''}</form>` +
    `<table><thead><tr><th>Date</th><th>Amount</th><th>Status</th></tr></thead><tbody>${rows.join('')}</tbody></table>` +
    `<p><a href="${escapeHtml(returnUrl)}">Back to the console</a></p>${note}`
  );
};

const day = (time: number) => new Date(time).toISOString().slice(0, 10);

export const checkoutOver = (consoleUrl: string) =>
  '<p>It was paid, was replaced by a newer one or ran out.</p>' +
  `<p><a href="${escapeHtml(consoleUrl)}">Back to the console</a></p>`;
