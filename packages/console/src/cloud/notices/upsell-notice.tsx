import { planName } from '@gatehouse/contract/plans.ts';
import { isWithinQuota } from '@gatehouse/contract/quota.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { PageNotice } from '@gatehouse/ui/page-header.tsx';
import { useLocation } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { usePreferences } from '../../session/preferences.tsx';
import { useCurrentTenant } from '../tenant-gate.tsx';
import { upsells } from './upsell-table.ts';

/** On a screen whose feature the plan has not, or has no more of: says so until the person has seen it. */
export const UpsellNotice = () => {
  const t = useT();
  const { subscription, usage, may } = useCurrentTenant();
  const { preferences, update } = usePreferences();
  const screen = useLocation().pathname.split('/').slice(2).join('/');
  if (!preferences) return null;
  const shown = upsells.find(({ path, flag, feature }) => {
    if (screen !== path && !screen.startsWith(`${path}/`)) return false;
    const used = usage.usage[feature];
    const fits = isWithinQuota({
      limit: usage.quota[feature],
      usage: Number(used),
      isCloud: true,
      isStrict: true,
    });
    return !fits && !preferences[flag];
  });
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
            {may('manage:tenant') && (
              <Button size="small" href={paths.tenantSettings('subscription')}>
                {t('subscription.compare')}
              </Button>
            )}
            <IconButton label={t('notices.dismiss')} icon={<X />} onClick={() => update({ [flag]: true })} />
          </Row>
        }
      />
    </PageNotice>
  );
};
