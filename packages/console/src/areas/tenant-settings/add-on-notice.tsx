import { tokenAddOn, tokenCharge } from '@gatehouse/contract/plans.ts';
import { addOnPrice, groupedNumber } from '@gatehouse/phrases/formats.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { useCurrentTenant } from '../../cloud/tenant-gate.tsx';
import { useSpeech } from '../../phrases.tsx';
import { usePreferences } from '../../session/preferences.tsx';

/** What this period costs beyond the plan, until the person has seen it. */
export const AddOnNotice = () => {
  const { t, language } = useSpeech();
  const { subscription, periodic } = useCurrentTenant();
  const { preferences, update } = usePreferences();
  const charge = tokenCharge(subscription.planId, periodic.tokenLimit);
  if (charge === 0 || !preferences || preferences.addOnChangesInCurrentCycleNoticeAcknowledged) return null;
  return (
    <Callout
      title={t('notices.add_on.title', { charge: addOnPrice(charge, language) })}
      action={
        <Button size="small" onClick={() => update({ addOnChangesInCurrentCycleNoticeAcknowledged: true })}>
          {t('general.got_it')}
        </Button>
      }
    >
      {t('notices.add_on.text', {
        price: addOnPrice(tokenAddOn.unitPrice, language),
        tokens: groupedNumber(tokenAddOn.tokens, language),
      })}
    </Callout>
  );
};
