import {
  approvalRules,
  configurationControl,
  type ApprovalRule as Rule,
} from '@gatehouse/contract/configuration-control.ts';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useRead, useWrite } from '../../../api.ts';
import { useT } from '../../../phrases.tsx';
import { useMembership } from '../../../session/membership.tsx';

/** Whether a second member looks at what changes. Ending that takes the approval of a second member, too. */
export const ApprovalRule = () => {
  const t = useT();
  const toast = useToast();
  const { may } = useMembership();
  const { data } = useRead(configurationControl.read, {});
  const confirm = useConfirm();
  const change = useWrite(configurationControl.update);
  if (!data) return null;
  const { repository, approval } = data;
  const choose = async (chosen: Rule) => {
    const isTurnedOn = approval === 'none';
    const [isConfirmed] = isTurnedOn
      ? await confirm({
          title: `${t('configuration.approval_rule')}: ${t(`configuration.approval_rules.${chosen}`)}`,
          body: `${t(`configuration.approval_details.${chosen}`)} ${t('configuration.approval_help')}`,
          confirmLabel: t('configuration.turn_on'),
        })
      : [true];
    if (!isConfirmed) return;
    change.mutate(
      { body: { repository, approval: chosen } },
      { onSuccess: () => toast.success(t('tenant_settings.saved')) },
    );
  };
  return (
    <FormSection title={t('configuration.approval')} help={t('configuration.approval_help')}>
      <Field label={t('configuration.approval_rule')}>
        <RadioCards
          label={t('configuration.approval_rule')}
          value={approval}
          onChange={chosen => void choose(chosen)}
          options={approvalRules.map(value => ({
            value,
            title: t(`configuration.approval_rules.${value}`),
            description: t(`configuration.approval_details.${value}`),
            isDisabled: !may('manage:tenant') || change.isPending,
          }))}
        />
      </Field>
    </FormSection>
  );
};
