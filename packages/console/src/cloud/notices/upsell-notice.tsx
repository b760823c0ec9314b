import { planName } from '@gatehouse/contract/plans.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { PageNotice } from '@gatehouse/ui/page-header.tsx';
import { X } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { usePreferences } from '../../session/preferences.tsx';
import { useCurrentTenant } from '../current-tenant.ts';
import { useUpsell } from './use-upsell.ts';

/** On a screen whose feature the plan has not, or has no more of: says so until the person has seen it. */
export const UpsellNotice = () => {
  const t = useT();
  const { subscription, usage, may } = useCurrentTenant();
  const { update } = usePreferences();
  const shown = useUpsell();
  if (!shown) return null;
  const { flag, feature } = shown;
  const limit = usage.quota[feature];
  const values = { feature: t(`subscription.features.${feature}`), plan: planName(subscription.planId) };
  return (
    <PageNotice>
      <Callout
        title={
          limit
            ? t('notices.upsell.full', { ...values, count: Number(limit) })
            : t('notices.upsell.missing', values)
        }
        action={
          <Row gap={2}>
            {may('manage:billing') && (
              <Button size="small" href={paths.tenantSettings('subscription')}>
                {t('subscription.compare')}
              </Button>
            )}
            <IconButton label={t('notices.dismiss')} icon={<X />} onClick={() => update({ [flag]: true })} />
          </Row>
        }
      >
        {!may('manage:billing') && t('plans.ask_for_plan')}
      </Callout>
    </PageNotice>
  );
};
