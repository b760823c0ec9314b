import { Button } from '@gatehouse/ui/button.tsx';
import { useState } from 'react';
import { useT } from '../phrases.tsx';
import { BarePage } from './bare-page.tsx';
import { CreateTenant } from './create-tenant.tsx';

/** For people without a tenant and without an invitation. */
export const Landing = () => {
  const t = useT();
  const [isCreating, setIsCreating] = useState(false);
  return (
    <BarePage title={t('tenants.landing_title')} description={t('tenants.landing_text')}>
      <Button variant="primary" size="large" isFullWidth onClick={() => setIsCreating(true)}>
        {t('tenants.create')}
      </Button>
      {isCreating && <CreateTenant onClose={() => setIsCreating(false)} />}
    </BarePage>
  );
};
