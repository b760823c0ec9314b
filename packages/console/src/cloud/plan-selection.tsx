import { isPaidPlan, maximumFreeTenants, planIds, planName } from '@gatehouse/contract/plans.ts';
import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { hasRoomForFreeTenant } from '@gatehouse/contract/tenants.ts';
import { planPrice } from '@gatehouse/phrases/formats.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Grid, Row } from '@gatehouse/ui/layout.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useState } from 'react';
import { useRead } from '../api.ts';
import { useSpeech } from '../phrases.tsx';
import { useTenants } from '../session/tenants.tsx';
import { useBackCloses } from '../shell/back-closes.ts';
import { useCheckout } from './checkout.ts';
import type { NewTenant } from './create-tenant-request.ts';
import { PlanFeatures } from './plan-features.tsx';
import { creationPage } from './tenant-creation.ts';

/** The plan of a production tenant: Free is made at once, the others are paid for first. Closing it leads back to the form. */
export const PlanSelection = ({
  tenant,
  onFree,
  onClose,
}: {
  tenant: NewTenant;
  onFree: () => Promise<void>;
  onClose: () => void;
}) => {
  const { t, language } = useSpeech();
  const { data: skus } = useRead(subscriptions.listSkus, { query: { type: 'Basic' } }, { door: 'cloud' });
  const hasRoom = hasRoomForFreeTenant(useTenants());
  const subscribe = useCheckout();
  const [chosen, setChosen] = useState<string>();
  useBackCloses(onClose);

  const choose = async (skuId: string) => {
    setChosen(skuId);
    const { name, tag, regionName } = tenant;
    const begin = isPaidPlan(skuId)
      ? subscribe({
          skuId,
          tenantName: name,
          tenantTag: tag,
          tenantRegionName: regionName,
          cancelPage: creationPage(),
        })
      : onFree();
    await begin.catch(() => undefined);
    setChosen(undefined);
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      title={t('plans.choose')}
      description={t('plans.choose_text')}
    >
      {!skus && <DelayedLoading />}
      <Grid minWidth="260px">
        {skus?.map(({ id, unitPrice }) => {
          const isFull = id === planIds.free && !hasRoom;
          return (
            <Card
              key={id}
              title={planName(id)}
              actions={isPaidPlan(id) && <Tag tone="accent">{t('plans.most_popular')}</Tag>}
            >
              <Row gap={1} align="baseline">
                <Text size="large" isStrong>
                  {planPrice(unitPrice ?? 0, language)}
                </Text>
                <Text tone="soft">{t('plans.per_month')}</Text>
              </Row>
              <Button
                variant={isPaidPlan(id) ? 'primary' : 'secondary'}
                isFullWidth
                isLoading={chosen === id}
                disabled={isFull || chosen !== undefined}
                onClick={() => void choose(id)}
              >
                {t('plans.select', { plan: planName(id) })}
              </Button>
              <PlanFeatures planId={id} />
              {isFull && <Text tone="soft">{t('plans.no_more_free', { count: maximumFreeTenants })}</Text>}
            </Card>
          );
        })}
      </Grid>
    </Dialog>
  );
};
