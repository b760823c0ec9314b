import { type MfaFactor, mfaFactors } from '@gatehouse/contract/mfa.ts';
import type { SignInIdentifier } from '@gatehouse/contract/sign-in-experience.ts';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { useController } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { useLabel } from '../../templates/form-field.tsx';
import { LabelledGroup } from '../../templates/labelled-group.tsx';
import { messageOf } from '../../templates/point-at-fields.ts';
import { useSignInExperience } from '../../templates/sign-in-settings.tsx';
import type { MfaForm } from './fields.ts';

const channels: Partial<Record<MfaFactor, SignInIdentifier>> = {
  EmailVerificationCode: 'email',
  PhoneVerificationCode: 'phone',
};

/** The most convenient and safest first. */
const shown: readonly MfaFactor[] = ['WebAuthn', ...mfaFactors.filter(factor => factor !== 'WebAuthn')];

/** The MFA factors to choose from, with the requirements of each for users and for the tenant. */
export const Factors = ({ form }: { form: MfaForm }) => {
  const t = useT();
  const { signIn } = useSignInExperience();
  const { field, fieldState } = useController({ control: form.control, name: 'mfa.factors' });
  useLabel(form, 'mfa.factors', t('mfa.factors'));
  const signsIn = (factor: MfaFactor) =>
    signIn.methods.some(
      ({ identifier, verificationCode }) => verificationCode && identifier === channels[factor],
    );
  const change = (factor: MfaFactor, isOn: boolean) =>
    form.setValue(
      'mfa.factors',
      mfaFactors.filter(other => (other === factor ? isOn : field.value.includes(other))),
      { shouldDirty: true, shouldValidate: true },
    );
  return (
    <LabelledGroup
      label={t('mfa.factors')}
      error={messageOf(fieldState.error)}
      isMarked={form.showsDifferences && fieldState.isDirty}
    >
      {shown.map(factor => (
        <Switch
          key={factor}
          value={field.value.includes(factor)}
          disabled={signsIn(factor) && !field.value.includes(factor)}
          onChange={isOn => change(factor, isOn)}
          label={t(`mfa.factor.${factor}.title`)}
          help={signsIn(factor) ? t('mfa.signs_in') : t(`mfa.factor.${factor}.text`)}
        />
      ))}
    </LabelledGroup>
  );
};
