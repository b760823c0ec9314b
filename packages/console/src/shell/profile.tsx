import { me } from '@gatehouse/contract/me.ts';
import { AppShell, TopBarSpace } from '@gatehouse/ui/app-shell.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Page, PageHeader } from '@gatehouse/ui/page-header.tsx';
import { z } from 'zod';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { type Account, useAccount, useUpdateAccount } from '../session/account.ts';
import { EditForm, useEditForm } from '../templates/edit-form.tsx';
import { FormField } from '../templates/form-field.tsx';
import { Brand } from './brand.tsx';
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
      brand={<Brand />}
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
  const form = useEditForm({
    schema: profileFields,
    values: { name: account.name ?? '', username: account.username ?? '', avatar: account.avatar ?? '' },
    save: ({ name, ...rest }) => updateAccount({ ...rest, name: name || null }),
    savedMessage: t('profile.updated'),
  });
  return (
    <Page>
      <PageHeader title={t('profile.title')} />
      <EditForm form={form}>
        <FormSection title={t('profile.information')} help={t('profile.information_text')}>
          <FormField
            form={form}
            name="avatar"
            label={t('profile.avatar')}
            help={t('profile.avatar_help')}
            isOptional
          />
          <FormField form={form} name="name" label={t('general.name')} autoComplete="name" isOptional />
          <FormField form={form} name="username" label={t('profile.username')} autoComplete="username" />
        </FormSection>
      </EditForm>
    </Page>
  );
};
