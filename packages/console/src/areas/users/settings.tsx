import { type User, users } from '@gatehouse/contract/users.ts';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { CustomDataField } from '../../templates/custom-data-field.tsx';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { ImageField } from '../../templates/image-field.tsx';
import { Factors } from './factors.tsx';
import { GenderSelect } from './gender-select.tsx';
import { storedIdentifiers } from './identifiers.ts';
import { Identities } from './identities.tsx';
import { OneTimeTokens } from './one-time-tokens.tsx';
import { PersonalAccessTokens } from './personal-access-tokens.tsx';
import { addressTexts, fromProfileForm, profileTexts, toProfileForm } from './profile-form.ts';
import { Sessions } from './sessions.tsx';
import { type SettingsForm, settingsFields } from './settings-fields.ts';
import { VerifiedSwitch } from './verified-switch.tsx';

export const UserSettings = () => {
  const t = useT();
  const form = useSettingsForm();
  return (
    <EditForm form={form}>
      <IdentifiersSection form={form} />
      <ProfileSection form={form} />
      <FormSection title={t('users.address_title')} help={t('users.address_help')}>
        <Grid>
          {addressTexts.map(name => (
            <FormField
              key={name}
              form={form}
              name={`address.${name}`}
              label={t(`users.address.${name}`)}
              autoComplete="off"
            />
          ))}
        </Grid>
      </FormSection>
      <FormSection title={t('users.custom_data')} help={t('users.custom_data_help')}>
        <CustomDataField form={form} name="customData" label={t('users.custom_data')} />
      </FormSection>
      <Identities />
      <Factors />
      <Sessions />
      <PersonalAccessTokens />
      <OneTimeTokens />
    </EditForm>
  );
};

type SectionProps = { form: SettingsForm };

const useSettingsForm = () => {
  const t = useT();
  const user = useEntity<User>();
  const update = useWrite(users.update);
  return useEditForm({
    schema: settingsFields,
    values: {
      primaryEmail: user.primaryEmail ?? '',
      primaryPhone: user.primaryPhone ?? '',
      username: user.username ?? '',
      isEmailVerified: user.isEmailVerified,
      isPhoneVerified: user.isPhoneVerified,
      name: user.name ?? '',
      avatar: user.avatar ?? '',
      customData: JSON.stringify(user.customData, undefined, 2),
      ...toProfileForm(user.profile),
    },
    savedMessage: t('users.saved'),
    save: ({ primaryEmail, primaryPhone, username, name, avatar, customData, profile, address, ...flags }) =>
      update.mutateAsync({
        params: { userId: user.id },
        body: {
          ...storedIdentifiers({ primaryEmail, primaryPhone, username }),
          ...flags,
          name: name || null,
          avatar: avatar || null,
          customData: JSON.parse(customData),
          profile: fromProfileForm({ profile, address }),
        },
      }),
  });
};

const IdentifiersSection = ({ form }: SectionProps) => {
  const t = useT();
  return (
    <FormSection title={t('users.identifiers_title')} help={t('users.identifiers_help')}>
      <FormField form={form} name="primaryEmail" label={t('users.email')} inputMode="email" />
      <VerifiedSwitch form={form} kind="email" />
      <FormField
        form={form}
        name="primaryPhone"
        label={t('users.phone')}
        help={t('users.phone_help')}
        inputMode="tel"
      />
      <VerifiedSwitch form={form} kind="phone" />
      <FormField
        form={form}
        name="username"
        label={t('users.username')}
        help={t('users.username_help')}
        autoComplete="off"
      />
    </FormSection>
  );
};

const ProfileSection = ({ form }: SectionProps) => {
  const t = useT();
  const user = useEntity<User>();
  return (
    <FormSection title={t('users.profile_title')} help={t('users.profile_help')}>
      <FormField form={form} name="name" label={t('users.import.fields.name')} autoComplete="off" />
      <FormField form={form} name="avatar" label={t('users.avatar')}>
        {field => <ImageField {...field} name={user.name} isFace />}
      </FormField>
      <Grid>
        {profileTexts.map(name => (
          <FormField
            key={name}
            form={form}
            name={`profile.${name}`}
            label={t(`users.profile.${name}`)}
            placeholder={name === 'birthdate' ? t('users.profile.birthdate_placeholder') : undefined}
            autoComplete="off"
          >
            {name === 'gender' ? ({ ref: _, ...field }) => <GenderSelect {...field} /> : undefined}
          </FormField>
        ))}
      </Grid>
    </FormSection>
  );
};
