import { Button } from '@gatehouse/ui/button.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { ShieldCheck } from 'lucide-react';
import { useT } from '../phrases.tsx';
import { setUpSecondFactor } from '../session/client.ts';

/** Replaces a tenant's screens for members who lack the MFA factor that it requires. */
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
