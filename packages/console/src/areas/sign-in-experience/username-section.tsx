import { signInExperienceRows } from '@gatehouse/contract/sign-in-experience.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid, Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { NumberInput } from '@gatehouse/ui/number-input.tsx';
import { type FieldError, useController } from 'react-hook-form';
import { useRead } from '../../api.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormField, FormSwitch, useLabel } from '../../templates/form-field.tsx';
import { LabelledGroup } from '../../templates/labelled-group.tsx';
import { useSignInExperience } from '../../templates/sign-in-settings.tsx';
import type { SignUpForm } from './sign-up-fields.ts';

const characters = ['lowercase', 'uppercase', 'numbers', 'underscore'] as const;

/** Rules for usernames that users choose for themselves. */
export const UsernameSection = ({ form }: { form: SignUpForm }) => {
  const t = useT();
  const { field, fieldState } = useController({ control: form.control, name: 'usernamePolicy.allowedChars' });
  const label = t('sign_in_experience.usernames.characters');
  useLabel(form, 'usernamePolicy.allowedChars', label);
  const { root, message } = (fieldState.error ?? {}) as FieldError & { root?: FieldError };
  return (
    <FormSection
      title={t('sign_in_experience.usernames.title')}
      help={t('sign_in_experience.usernames.help')}
    >
      <Grid>
        {(['minLength', 'maxLength'] as const).map(name => (
          <FormField
            key={name}
            form={form}
            name={`usernamePolicy.${name}`}
            label={t(`sign_in_experience.usernames.${name}`)}
          >
            {control => <NumberInput {...control} />}
          </FormField>
        ))}
      </Grid>
      <LabelledGroup label={label} error={message ?? root?.message}>
        {characters.map(kind => (
          <Checkbox
            key={kind}
            value={field.value[kind]}
            onChange={isOn => field.onChange({ ...field.value, [kind]: isOn })}
            label={t(`sign_in_experience.usernames.kinds.${kind}`)}
          />
        ))}
      </LabelledGroup>
      <FormSwitch
        form={form}
        name="usernamePolicy.caseSensitive"
        label={t('sign_in_experience.sign_up.case_sensitive')}
        help={t('sign_in_experience.sign_up.case_sensitive_help')}
      />
      <UsernameConflicts form={form} />
    </FormSection>
  );
};

/** It comes at the end of a long page, where the bar with unsaved changes would cover it. */
const scrollToIt = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'center' });

/** The users whose names collide when case is ignored. */
const UsernameConflicts = ({ form }: { form: SignUpForm }) => {
  const t = useT();
  const { usernamePolicy } = useSignInExperience();
  const isTurnedOff = usernamePolicy.caseSensitive && !form.watch('usernamePolicy.caseSensitive');
  const { data } = useRead(signInExperienceRows.listUsernameConflicts, {}, { enabled: isTurnedOff });
  if (!isTurnedOff || !data?.totalConflicts) return null;
  return (
    <div ref={scrollToIt}>
      <Callout
        tone="warning"
        title={t('sign_in_experience.usernames.conflicts', { count: data.totalConflicts })}
      >
        <Stack gap={2}>
          {t('sign_in_experience.usernames.conflicts_text')}
          <BulletList
            items={data.samples.map(({ usernameLower }) => ({
              key: usernameLower,
              content: (
                // The form with its unsaved changes stays where it is.
                <TextLink href={paths.usersNamed(usernameLower)} target="_blank">
                  <bdi>{usernameLower}</bdi>
                </TextLink>
              ),
            }))}
          />
        </Stack>
      </Callout>
    </div>
  );
};
