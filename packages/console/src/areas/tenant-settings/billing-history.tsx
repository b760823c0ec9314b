import { planName } from '@gatehouse/contract/plans.ts';
import { type Invoice, subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { addOnPrice } from '@gatehouse/phrases/formats.ts';
import { shortDate } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { DataTable } from '@gatehouse/ui/data-table.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Tag, type Tone } from '@gatehouse/ui/tag.tsx';
import { useMutation } from '@tanstack/react-query';
import { CreditCard, Download, ExternalLink, ReceiptText } from 'lucide-react';
import { send } from '../../api.ts';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { useCustomerPortal, useRefreshAfterPayment } from '../../cloud/customer-portal.ts';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useTranslation } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { usePaysForTenant } from './layout.tsx';

const tones: Readonly<Record<Invoice['status'], Tone>> = {
  draft: 'neutral',
  open: 'warning',
  paid: 'success',
  void: 'neutral',
  uncollectible: 'danger',
};

export const BillingHistory = () => (usePaysForTenant() ? <Invoices /> : <NotFound />);

const Invoices = () => {
  const { t, language } = useTranslation();
  useRefreshAfterPayment();
  const { tenant } = useCurrentTenant();
  const params = { tenantId: tenant.id };
  const { data, failure } = useReadOrFailure(subscriptions.listInvoices, { params }, { door: 'cloud' });
  const portal = useCustomerPortal(tenant.id, paths.tenantSettings('billing-history'));
  const day = (time: string) => shortDate(time, language, 'UTC');
  return (
    <>
      {data && data.invoices.length > 0 && (
        <Row justify="end">
          <Button icon={<CreditCard />} isLoading={portal.isOpening} onClick={portal.open}>
            {t('subscription.manage_payment')}
          </Button>
        </Row>
      )}
      <DataTable
        label={t('tenant_settings.tabs.billing-history')}
        rows={data?.invoices}
        rowKey={({ id }) => id}
        rowName={({ createdAt }) => day(createdAt)}
        error={failure}
        empty={<EmptyState icon={<ReceiptText aria-hidden />}>{t('invoices.empty')}</EmptyState>}
        columns={[
          {
            id: 'period',
            header: t('invoices.period'),
            cell: ({ periodStart, periodEnd }) =>
              t('invoices.period_text', { start: day(periodStart), end: day(periodEnd) }),
          },
          {
            id: 'plan',
            header: t('tenant_settings.plan'),
            cell: ({ skuId }) => skuId && planName(skuId),
          },
          {
            id: 'status',
            header: t('tenant_members.status'),
            cell: ({ status }) => <Tag tone={tones[status]}>{t(`invoices.statuses.${status}`)}</Tag>,
          },
          {
            id: 'amount',
            header: t('invoices.amount'),
            align: 'end',
            cell: ({ amountDue }) => addOnPrice(amountDue, language),
          },
          {
            id: 'open',
            header: t('invoices.document'),
            align: 'end',
            cell: invoice => <InvoiceActions {...invoice} />,
          },
        ]}
      />
    </>
  );
};

const InvoiceActions = ({ id, createdAt, status }: Pick<Invoice, 'id' | 'createdAt' | 'status'>) => {
  const { t, language } = useTranslation();
  const { tenant } = useCurrentTenant();
  const params = { tenantId: tenant.id, invoiceId: id };
  const open = useMutation({
    mutationFn: () => send(subscriptions.openInvoice, { params }, 'cloud'),
    onSuccess: ({ hostedInvoiceUrl }) => window.location.assign(hostedInvoiceUrl),
  });
  const download = useMutation({
    mutationFn: () => send(subscriptions.downloadInvoice, { params }, 'cloud'),
    // It is kept, not shown: the page stays.
    onSuccess: ({ pdfUrl }) => window.location.assign(pdfUrl),
  });
  const date = shortDate(createdAt, language, 'UTC');
  return (
    <Row gap={2} justify="end">
      {status !== 'draft' && (
        <Button
          size="small"
          icon={<Download />}
          isLoading={download.isPending}
          aria-label={t('invoices.download_named', { date })}
          onClick={() => download.mutate()}
        >
          {t('invoices.download')}
        </Button>
      )}
      <Button
        size="small"
        icon={<ExternalLink />}
        isLoading={open.isPending}
        aria-label={t('invoices.open_named', { date })}
        onClick={() => open.mutate()}
      >
        {t('invoices.open')}
      </Button>
    </Row>
  );
};
