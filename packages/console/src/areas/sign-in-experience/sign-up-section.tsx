import {
  type SignInIdentifier,
  signInIdentifiers,
  signInModes,
} from '@gatehouse/contract/sign-in-experience.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { RadioCards } from '@gatehouse/ui/radio-cards.tsx';
import { PreviewSubject } from '@gatehouse/ui/split-view.tsx';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { useController } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { FormField, useLabel } from '../../templates/form-field.tsx';
import { LabelledGroup } from '../../templates/labelled-group.tsx';
import { OrderedChoices } from '../../templates/ordered-choices.tsx';
import { messageOf } from '../../templates/point-at-fields.ts';
import { adaptToIdentifiers, type SignUpForm } from './sign-up-fields.ts';

const secondary = [...signInIdentifiers, 'emailOrPhone'] as const;

/** Whether users can sign up, and with which identifiers. */
export const SignUpSection = ({ form }: { form: SignUpForm }) => {
  const t = useT();
  const { control } = form;
  const identifiers = useController({ control, name: 'signUp.identifiers' });
  const more = useController({ control, name: 'signUp.secondaryIdentifiers' });
  const { signUp, signInMode } = form.watch();
  const nameOf = (name: SignInIdentifier | 'emailOrPhone') => t(`sign_in_experience.identifiers.${name}`);
  useLabel(form, 'signUp.identifiers', t('sign_in_experience.sign_up.identifiers'));
  useLabel(form, 'signUp.secondaryIdentifiers', t('sign_in_experience.sign_up.more'));
  const change = (next: SignInIdentifier[]) => {
    const adapted = adaptToIdentifiers(next, form.getValues());
    form.setValue('signUp', adapted.signUp, { shouldDirty: true, shouldValidate: true });
    form.setValue('signIn.methods', adapted.methods, { shouldDirty: true, shouldValidate: true });
  };
  return (
    <FormSection title={t('sign_in_experience.sign_up.title')} help={t('sign_in_experience.sign_up.help')}>
      <PreviewSubject part="sign-up">
        <FormField form={form} name="signInMode" label={t('sign_in_experience.sign_up.mode')}>
          {field => (
            <RadioCards
              {...field}
              options={signInModes.map(value => ({
                value,
                title: t(`sign_in_experience.modes.${value}.title`),
                description: t(`sign_in_experience.modes.${value}.text`),
              }))}
            />
          )}
        </FormField>
      </PreviewSubject>
      {signInMode !== 'SignIn' && (
        <>
          <LabelledGroup
            label={t('sign_in_experience.sign_up.identifiers')}
            help={t('sign_in_experience.sign_up.identifiers_help')}
            error={messageOf(identifiers.fieldState.error)}
          >
            <OrderedChoices
              items={signUp.identifiers}
              keyOf={identifier => identifier}
              nameOf={nameOf}
              choices={signInIdentifiers}
              itemOf={identifier => identifier}
              onChange={change}
              addLabel={t('sign_in_experience.sign_up.add')}
              emptyText={t('sign_in_experience.sign_up.empty')}
            />
          </LabelledGroup>
          <CheckedSwitch form={form} name="signUp.password" words="password" />
          <CheckedSwitch form={form} name="signUp.verify" words="verify" />
          <LabelledGroup
            label={t('sign_in_experience.sign_up.more')}
            help={t('sign_in_experience.sign_up.more_help')}
          >
            <OrderedChoices
              items={more.field.value}
              keyOf={({ identifier }) => identifier}
              nameOf={nameOf}
              choices={secondary.filter(name => !signUp.identifiers.some(identifier => identifier === name))}
              itemOf={identifier => ({ identifier, verify: identifier !== 'username' })}
              onChange={more.field.onChange}
              addLabel={t('sign_in_experience.sign_up.add')}
              emptyText={t('sign_in_experience.sign_up.more_empty')}
            >
              {(item, replace) =>
                item.identifier !== 'username' && (
                  <Switch
                    value={item.verify ?? false}
                    onChange={verify => replace({ ...item, verify })}
                    label={t('sign_in_experience.sign_up.verified')}
                  />
                )
              }
            </OrderedChoices>
          </LabelledGroup>
        </>
      )}
    </FormSection>
  );
};

type CheckedSwitchProps = {
  form: SignUpForm;
  name: 'signUp.password' | 'signUp.verify';
  words: 'password' | 'verify';
};

/** A switch that says what is wrong with it. */
const CheckedSwitch = ({ form, name, words }: CheckedSwitchProps) => {
  const t = useT();
  return (
    <FormField form={form} name={name} label={t(`sign_in_experience.sign_up.${words}_label`)}>
      {field => <Switch {...field} label={t(`sign_in_experience.sign_up.${words}`)} />}
    </FormField>
  );
};
