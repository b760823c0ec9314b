import { Button } from '@gatehouse/ui/button.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { ShieldCheck } from 'lucide-react';
import { useT } from '../phrases.tsx';
import { setUpSecondFactor } from '../session/client.ts';

/** What stands in the place of a tenant's screens for members without the second factor that it asks for. */
export const SecondFactorNeeded = () => {
  const t = useT();
  return (
    <EmptyState
      isPage
      icon={<ShieldCheck aria-hidden />}
      title={t('second_factor_needed.title')}
      action={
        <Button variant="primary" onClick={() => void setUpSecondFactor()}>
          {t('second_factor_needed.action')}
        </Button>
      }
    >
      {t('second_factor_needed.text')}
    </EmptyState>
  );
};
