import { tokenAddOn, tokenCharge } from '@gatehouse/contract/plans.ts';
import { addOnPrice, groupedNumber } from '@gatehouse/phrases/formats.ts';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { useTranslation } from '../../phrases.tsx';
import { Notice } from '../../templates/notice.tsx';

/** Costs of this billing period beyond the plan, shown until dismissed. */
export const AddOnNotice = () => {
  const { t, language } = useTranslation();
  const { subscription, periodic } = useCurrentTenant();
  const charge = tokenCharge(subscription.planId, periodic.tokenLimit);
  if (charge === 0) return null;
  return (
    <Notice
      flag="addOnChangesInCurrentCycleNoticeAcknowledged"
      title={t('notices.add_on.title', { charge: addOnPrice(charge, language) })}
    >
      {t('notices.add_on.text', {
        price: addOnPrice(tokenAddOn.unitPrice, language),
        tokens: groupedNumber(tokenAddOn.tokens, language),
      })}
    </Notice>
  );
};
