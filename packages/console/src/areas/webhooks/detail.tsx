import { hooks } from '@gatehouse/contract/hooks.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Webhook } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { webhookAddresses } from './addresses.ts';
import { SuccessRate, useDeleteWebhook } from './webhook.tsx';

export const WebhookDetail = () => {
  const t = useT();
  const deletion = useDeleteWebhook();
  return (
    <EntityDetail
      row={hooks.read}
      query={{ includeExecutionStats: 'true' }}
      words="webhooks"
      listHref={paths.webhooks()}
      tabs={webhookAddresses.at.webhook.tabs}
      tabHref={paths.webhook}
      historyKind="hook"
      deletion={deletion}
      page={({ enabled, executionStats, turnedOffAt }) => ({
        icon: <Webhook />,
        notice: Boolean(turnedOffAt) && (
          <Callout tone="warning" title={t('webhooks.turned_off_title')}>
            {t('webhooks.turned_off_text')} <DateText value={turnedOffAt ?? 0} />
          </Callout>
        ),
        tags: (
          <>
            <Tag tone={enabled ? 'success' : 'warning'}>{t(enabled ? 'webhooks.on' : 'webhooks.off')}</Tag>
            <SuccessRate stats={executionStats} />
          </>
        ),
      })}
    />
  );
};
