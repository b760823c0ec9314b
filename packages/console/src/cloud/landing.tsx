import { Button } from '@gatehouse/ui/button.tsx';
import { useT } from '../phrases.tsx';
import { BarePage } from './bare-page.tsx';
import { CreateTenant } from './create-tenant.tsx';
import { useTenantCreation } from './tenant-creation.ts';

/** For people without a tenant and without an invitation. */
export const Landing = () => {
  const t = useT();
  const creation = useTenantCreation();
  return (
    <BarePage title={t('tenants.landing_title')} description={t('tenants.landing_text')}>
      <Button variant="primary" size="large" isFullWidth onClick={creation.open}>
        {t('tenants.create')}
      </Button>
      {creation.isCreating && <CreateTenant onClose={creation.close} />}
    </BarePage>
  );
};
