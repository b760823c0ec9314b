import { forgotPasswordMethods, signInIdentifiers } from '@gatehouse/contract/sign-in-experience.ts';
import { signUpOnlyIdentifiers } from '@gatehouse/contract/sign-in-rules.ts';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { PreviewSubject } from '@gatehouse/ui/split-view.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { type FieldError, useController } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { FormSwitch, useLabel } from '../../templates/form-field.tsx';
import { LabelledGroup } from '../../templates/labelled-group.tsx';
import { OrderedChoices } from '../../templates/ordered-choices.tsx';
import { messageOf } from '../../templates/point-at-fields.ts';
import { type Method, newMethod, type SignUpForm } from './sign-up-fields.ts';

/** Ways in for those who have an account. */
export const SignInSection = ({ form }: { form: SignUpForm }) => {
  const t = useT();
  const { field, fieldState } = useController({ control: form.control, name: 'signIn.methods' });
  const { passkeySignIn, hasOwnResets, signUp, signIn } = form.watch();
  useLabel(form, 'signIn.methods', t('sign_in_experience.sign_in.methods'));
  useLabel(form, 'forgotPasswordMethods', t('sign_in_experience.sign_in.resets'));
  return (
    <FormSection title={t('sign_in_experience.sign_in.title')} help={t('sign_in_experience.sign_in.help')}>
      <PreviewSubject part="identifier">
        <LabelledGroup
          label={t('sign_in_experience.sign_in.methods')}
          error={wordsOf(fieldState.error)}
          isMarked={form.showsDifferences && fieldState.isDirty}
        >
          <OrderedChoices
            items={field.value}
            keyOf={({ identifier }) => identifier}
            nameOf={identifier => t(`sign_in_experience.identifiers.${identifier}`)}
            choices={signInIdentifiers}
            itemOf={identifier => newMethod(identifier, signUp.password)}
            onChange={methods =>
              form.setValue('signIn.methods', methods, { shouldDirty: true, shouldValidate: true })
            }
            addLabel={t('sign_in_experience.sign_in.add')}
            emptyText={t('sign_in_experience.sign_in.empty')}
          >
            {(method, replace) => <MethodControls method={method} onChange={replace} />}
          </OrderedChoices>
        </LabelledGroup>
      </PreviewSubject>
      {signUpOnlyIdentifiers({ signUp, signIn }).length > 0 && (
        <Callout tone="warning">{t('sign_in_experience.sign_in.sign_up_only')}</Callout>
      )}
      <PreviewSubject part="passkey">
        <FormSwitch
          form={form}
          name="passkeySignIn.enabled"
          label={t('sign_in_experience.sign_in.passkey')}
          help={t('sign_in_experience.sign_in.passkey_help')}
        />
        {passkeySignIn.enabled && (
          <>
            <FormSwitch
              form={form}
              name="passkeySignIn.showPasskeyButton"
              label={t('sign_in_experience.sign_in.passkey_button')}
            />
            <FormSwitch
              form={form}
              name="passkeySignIn.allowAutofill"
              label={t('sign_in_experience.sign_in.passkey_autofill')}
            />
          </>
        )}
      </PreviewSubject>
      <PreviewSubject part="reset">
        <FormSwitch
          form={form}
          name="hasOwnResets"
          label={t('sign_in_experience.sign_in.own_resets')}
          help={t('sign_in_experience.sign_in.own_resets_help')}
        />
        {hasOwnResets && <ResetMethods form={form} />}
      </PreviewSubject>
    </FormSection>
  );
};

type MethodControlsProps = { method: Method; onChange: (method: Method) => void };

const MethodControls = ({ method, onChange }: MethodControlsProps) => {
  const t = useT();
  return (
    <>
      <Switch
        value={method.password}
        onChange={password => onChange({ ...method, password })}
        label={t('sign_in_experience.sign_in.password')}
      />
      {method.identifier !== 'username' && (
        <Switch
          value={method.verificationCode}
          onChange={verificationCode => onChange({ ...method, verificationCode })}
          label={t('sign_in_experience.sign_in.code')}
        />
      )}
      {method.password && method.verificationCode && (
        <Select
          label={t('sign_in_experience.sign_in.first')}
          value={method.isPasswordPrimary ? 'password' : 'code'}
          onChange={first => onChange({ ...method, isPasswordPrimary: first === 'password' })}
          options={(['password', 'code'] as const).map(value => ({
            value,
            label: t(`sign_in_experience.sign_in.${value}`),
          }))}
        />
      )}
    </>
  );
};

const ResetMethods = ({ form }: { form: SignUpForm }) => {
  const t = useT();
  const resets = useController({ control: form.control, name: 'forgotPasswordMethods' });
  return (
    <LabelledGroup
      label={t('sign_in_experience.sign_in.resets')}
      error={messageOf(resets.fieldState.error)}
      isMarked={form.showsDifferences && resets.fieldState.isDirty}
    >
      {forgotPasswordMethods.map(method => (
        <Checkbox
          key={method}
          value={resets.field.value.includes(method)}
          onChange={isOn =>
            resets.field.onChange(
              isOn ? [...resets.field.value, method] : resets.field.value.filter(other => other !== method),
            )
          }
          label={t(`sign_in_experience.reset_methods.${method}`)}
        />
      ))}
    </LabelledGroup>
  );
};

/** The list can be wrong as a whole, or one of its lines. */
const wordsOf = (error: unknown) => {
  const { message, root, ...each } = (error ?? {}) as FieldError & { root?: FieldError };
  const [first] = Object.values(each) as unknown as (FieldError | undefined)[];
  return message ?? root?.message ?? (typeof first === 'object' ? first?.message : undefined);
};
