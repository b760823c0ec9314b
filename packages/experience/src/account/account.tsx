import type { User } from '@gatehouse/contract/users.ts';
import { shortDate } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { ConfirmProvider } from '@gatehouse/ui/confirm.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { ToastProvider } from '@gatehouse/ui/toast.tsx';
import { TopBarPage } from '@gatehouse/ui/top-bar-page.tsx';
import {
  AppWindow,
  FileUser,
  Link2,
  type LucideIcon,
  MonitorSmartphone,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { data } from '../data.ts';
import { Failure, useAction } from '../form.tsx';
import { BrandLogo, Frame } from '../frame.tsx';
import { Message } from '../pages/message.tsx';
import { AccountProvider, type Field, isShown } from './account-context.tsx';
import { ask, enter, leave } from './api.ts';
import { Applications } from './applications.tsx';
import { say } from './client.ts';
import { DraftPreview } from './draft-preview/draft-preview.tsx';
import { showRibbon } from './draft-preview/show-ribbon.ts';
import { LinkedAccounts } from './linked-accounts.tsx';
import { PersonalData } from './personal-data.tsx';
import { Profile } from './profile.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import { Security } from './security.tsx';
import { Sessions } from './sessions.tsx';

type PartName = 'profile' | 'security' | 'linked-accounts' | 'sessions' | 'applications' | 'personal-data';
type Part = { name: PartName; icon: LucideIcon; fields?: Field[]; page: ComponentType };

/** The parts of the account, each with the fields that open it. */
const parts: readonly Part[] = [
  {
    name: 'profile',
    icon: UserRound,
    fields: ['avatar', 'name', 'username', 'email', 'phone', 'profile'],
    page: Profile,
  },
  { name: 'security', icon: ShieldCheck, fields: ['password', 'mfa', 'passkey'], page: Security },
  { name: 'linked-accounts', icon: Link2, fields: ['social'], page: LinkedAccounts },
  { name: 'sessions', icon: MonitorSmartphone, fields: ['session'], page: Sessions },
  { name: 'applications', icon: AppWindow, fields: ['session'], page: Applications },
  { name: 'personal-data', icon: FileUser, page: PersonalData },
];

if (data.draftPreview?.name) showRibbon(data.draftPreview.name);

/** The account center, in which users view and change the parts of their account that the tenant allows. */
export const Account = ({ part }: { part: string }) => {
  if (data.draftPreview) return <DraftPreview {...data.draftPreview} />;
  const { canExport, canDelete } = data.accountCenter?.personalData ?? {};
  const shown = parts.filter(({ fields }) => (fields ? isShown(...fields) : canExport || canDelete));
  const isOpen = data.accountCenter?.enabled && shown.length > 0;
  if (!isOpen) return <Frame title={say('off.title')} description={say('off.text')} />;
  const current = part === '' ? shown[0] : shown.find(({ name }) => name === part);
  if (!current) return <Message kind="not_found" />;
  return (
    <ToastProvider>
      <ConfirmProvider>
        <OpenAccount shown={shown} current={current} />
      </ConfirmProvider>
    </ToastProvider>
  );
};

const OpenAccount = ({ shown, current }: { shown: readonly Part[]; current: Part }) => {
  const [user, setUser] = useState<Partial<User>>();
  const [deletionDueAt, setDeletionDueAt] = useState<number>();
  const action = useAction();
  const reload = async () => setUser(await ask('get', '/my-account', {}));
  const begin = useEffectEvent(() =>
    action.run(async () => {
      await enter();
      await reload();
    }),
  );
  useEffect(() => void begin(), []);
  const title = say(`parts.${current.name}`);
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (deletionDueAt !== undefined)
    return (
      <Frame
        title={say('personal_data.left_title')}
        description={say('personal_data.left_text', { date: shortDate(deletionDueAt, data.language) })}
      />
    );
  if (!user)
    return action.failure ? (
      <Frame title={say('failed')}>
        <Failure action={action} />
        <Button isFullWidth size="large" onClick={() => window.location.reload()}>
          {say('retry')}
        </Button>
      </Frame>
    ) : null;
  return (
    <AccountProvider value={{ user, reload, leave: setDeletionDueAt }}>
      <TopBarPage
        logo={<BrandLogo />}
        name={say('title')}
        actions={
          <Button size="small" onClick={leave}>
            {say('sign_out')}
          </Button>
        }
        nav={{
          label: say('title'),
          links: shown.map(({ name, icon: Icon }) => ({
            href: `/account/${name}`,
            label: say(`parts.${name}`),
            icon: <Icon aria-hidden />,
            isCurrent: name === current.name,
          })),
        }}
      >
        <Stack gap={5}>
          <h1>{title}</h1>
          <current.page />
        </Stack>
      </TopBarPage>
      <ProofDialog />
    </AccountProvider>
  );
};
