import { logs } from '@gatehouse/contract/logs.ts';
import { DetailPage } from '@gatehouse/ui/detail-page.tsx';
import { EntityIcon } from '@gatehouse/ui/entity-icon.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { useParams } from '@tanstack/react-router';
import { Send } from 'lucide-react';
import { NotFound } from '../../not-found.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { asDeliveryOf, DeliveryStatus, eventOf } from './delivery.tsx';
import {
  DeliveryFacts,
  DeliveryProblem,
  ReceivedResponse,
  SendAgainButton,
  SentRequest,
} from './delivery-parts.tsx';
import { useEventWords } from './events.tsx';

/** One request to a receiver: what was sent, what came back, and a button to send it again. */
export const WebhookRequest = () => {
  const t = useT();
  const describe = useEventWords();
  const { id = '', logId = '' } = useParams({ strict: false }) as { id?: string; logId?: string };
  const { data, failure, isMissing } = useReadOrFailure(logs.read, { params: { id: logId } });
  const delivery = asDeliveryOf(id, data);
  if (isMissing || (data && !delivery)) return <NotFound />;
  const hookRequest = delivery?.payload.hookRequest;
  return (
    <DetailPage
      back={{ href: paths.webhook(id, 'recent-requests'), label: t('webhooks.tabs.recent-requests') }}
      name={delivery && describe(eventOf(delivery))}
      failure={failure}
      icon={
        <EntityIcon size="large">
          <Send />
        </EntityIcon>
      }
      tags={delivery && <DeliveryStatus delivery={delivery} />}
      copyableId={logId}
      actions={hookRequest && <SendAgainButton hookId={id} logId={logId} />}
    >
      {delivery && <DeliveryProblem delivery={delivery} />}
      {delivery && (
        <FormSections>
          <FormSection title={t('webhooks.requests.facts')}>
            <DeliveryFacts delivery={delivery} />
          </FormSection>
          {hookRequest && (
            <FormSection title={t('webhooks.requests.request')} help={t('webhooks.requests.request_help')}>
              <SentRequest delivery={delivery} />
            </FormSection>
          )}
          <FormSection title={t('webhooks.requests.response')} help={t('webhooks.requests.response_help')}>
            <ReceivedResponse delivery={delivery} />
          </FormSection>
        </FormSections>
      )}
    </DetailPage>
  );
};
