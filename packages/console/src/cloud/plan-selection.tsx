import { isPaidPlan, maximumFreeTenants, planIds, planName } from '@gatehouse/contract/plans.ts';
import type { QuotaKey } from '@gatehouse/contract/quota.ts';
import { subscriptions } from '@gatehouse/contract/subscriptions.ts';
import { hasRoomForFreeTenant } from '@gatehouse/contract/tenants.ts';
import { planPrice } from '@gatehouse/phrases/formats.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { Dialog } from '@gatehouse/ui/dialog.tsx';
import { Grid, Row, Stack } from '@gatehouse/ui/layout.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useState } from 'react';
import { useRead } from '../api.ts';
import { useBackCloses } from '../back-closes.ts';
import { useTranslation } from '../phrases.tsx';
import { useTenants } from '../session/tenants.tsx';
import { type CheckoutRequest, useCheckout } from './checkout.ts';
import { PlanFeatures } from './plan-features.tsx';

type PlanSelectionProps = {
  /** The purchase, and the pages that the payment provider returns to. */
  checkout: Omit<CheckoutRequest, 'skuId'>;
  onFree: () => Promise<void>;
  onClose: () => void;
  title?: string;
  description?: string;
  /** Features in use that the plan does not include. */
  excess?: (planId: string) => QuotaKey[];
};

/** The plan of a production tenant: Free is there at once, the others are paid for first. */
export const PlanSelection = ({
  checkout,
  onFree,
  onClose,
  title,
  description,
  excess = () => [],
}: PlanSelectionProps) => {
  const { t, language } = useTranslation();
  const { data: skus } = useRead(subscriptions.listSkus, { query: { type: 'Basic' } }, { door: 'cloud' });
  const hasRoom = hasRoomForFreeTenant(useTenants());
  const subscribe = useCheckout();
  const [chosen, setChosen] = useState<string>();
  useBackCloses(onClose);

  const choose = async (skuId: string) => {
    setChosen(skuId);
    const begin = isPaidPlan(skuId) ? subscribe({ ...checkout, skuId }) : onFree();
    await begin.catch(() => undefined);
    setChosen(undefined);
  };
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      title={title ?? t('plans.choose')}
      description={description ?? t('plans.choose_text')}
    >
      {!skus && <DelayedLoading />}
      <Grid minWidth="260px">
        {skus?.map(({ id, unitPrice }) => {
          const isFull = id === planIds.free && !hasRoom;
          const unfit = excess(id);
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
                disabled={isFull || unfit.length > 0 || chosen !== undefined}
                onClick={() => void choose(id)}
              >
                {t('plans.select', { plan: planName(id) })}
              </Button>
              {unfit.length > 0 && (
                <Stack gap={1}>
                  <Text>{t('subscription.downgrade_excess')}</Text>
                  <BulletList
                    items={unfit.map(key => ({ key, content: t(`subscription.features.${key}`) }))}
                  />
                </Stack>
              )}
              <PlanFeatures planId={id} />
              {isFull && <Text tone="soft">{t('plans.no_more_free', { count: maximumFreeTenants })}</Text>}
            </Card>
          );
        })}
      </Grid>
    </Dialog>
  );
};
