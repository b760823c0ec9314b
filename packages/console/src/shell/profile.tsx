import { me } from '@gatehouse/contract/me.ts';
import { AppShell, TopBarSpace } from '@gatehouse/ui/app-shell.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Logo } from '@gatehouse/ui/logo.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { z } from 'zod';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { type Account, useAccount, useUpdateAccount } from '../session/account.ts';
import { useEditForm } from '../templates/edit-form.tsx';
import { Loading } from './loading.tsx';
import { UserMenu } from './user-menu.tsx';

/** The signed-in person's own page, without a tenant around it. */
export const Profile = () => {
  const t = useT();
  const { data: account, error } = useAccount();
  if (error) throw error;
  if (!account) return <Loading />;
  return (
    <AppShell
      brand={<Logo label="Gatehouse" />}
      topBar={
        <>
          <TopBarSpace />
          <Button variant="quiet" href={paths.home()}>
            {t('profile.back_to_console')}
          </Button>
          <UserMenu />
        </>
      }
    >
      <ProfileForm account={account} />
    </AppShell>
  );
};

const profileFields = z.object({
  name: z.string().max(128),
  username: me.update.body.shape.username.unwrap(),
  avatar: z.union([z.literal(''), z.url().max(2048)]),
});

const ProfileForm = ({ account }: { account: Account }) => {
  const t = useT();
  const { mutateAsync: updateAccount } = useUpdateAccount();
  const { form, errorOf, bar } = useEditForm({
    schema: profileFields,
    values: { name: account.name ?? '', username: account.username ?? '', avatar: account.avatar ?? '' },
    labels: { name: t('profile.name'), username: t('profile.username'), avatar: t('profile.avatar') },
    save: ({ name, ...rest }) => updateAccount({ ...rest, name: name || null }),
    savedMessage: t('profile.updated'),
  });
  return (
    <Page>
      <PageHeader title={t('profile.title')} />
      <FormSections>
        <FormSection title={t('profile.information')} help={t('profile.information_text')}>
          <Field
            label={t('profile.avatar')}
            help={t('profile.avatar_help')}
            error={errorOf('avatar')}
            isOptional
          >
            <TextInput {...form.register('avatar')} />
          </Field>
          <Field label={t('profile.name')} error={errorOf('name')} isOptional>
            <TextInput {...form.register('name')} autoComplete="name" />
          </Field>
          <Field label={t('profile.username')} error={errorOf('username')}>
            <TextInput {...form.register('username')} autoComplete="username" />
          </Field>
        </FormSection>
      </FormSections>
      {bar}
    </Page>
  );
};
