import { logs } from '@gatehouse/contract/logs.ts';
import { signInCheck } from '@gatehouse/contract/sign-in-check.ts';
import { tokenCheck } from '@gatehouse/contract/token-check.ts';
import { userRoles } from '@gatehouse/contract/user-access.ts';
import { type User, users } from '@gatehouse/contract/users.ts';
import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { DateText } from '@gatehouse/ui/date-text.tsx';
import type { MenuItem } from '@gatehouse/ui/menu-props.ts';
import {
  CircleCheck,
  CircleSlash,
  Eraser,
  FileJson,
  FileText,
  KeyRound,
  LogOut,
  TimerReset,
  VenetianMask,
} from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { EntityDetail } from '../../templates/entity-detail.tsx';
import { nameOfPerson } from '../../templates/person.tsx';
import { userAddresses } from './addresses.ts';
import { useDeleteUser } from './delete.ts';
import { DeletionNotice } from './deletion-notice.tsx';
import { Impersonate } from './impersonate.tsx';
import { ImpersonationNotice } from './impersonation-notice.tsx';
import { ResetPassword } from './reset-password.tsx';
import { StandingTags } from './standing-tags.tsx';
import { usePasswordExpiry } from './use-password-expiry.ts';
import { usePersonalData } from './use-personal-data.ts';
import { useSignOutEverywhere } from './use-sign-out-everywhere.ts';
import { useSuspension } from './use-suspension.ts';

const tabReads = {
  logs: logs.list,
  organizations: userRoles.listOrganizations,
  'sign-in-check': signInCheck.checkSignIn,
  'token-check': tokenCheck.checkToken,
};

export const UserDetail = () => {
  const t = useT();
  const deletion = useDeleteUser();
  const [passwordOf, setPasswordOf] = useState<string>();
  const [impersonated, setImpersonated] = useState<string>();
  const menuOf = useUserMenu({ onReset: setPasswordOf, onImpersonate: setImpersonated });
  return (
    <>
      <EntityDetail
        row={users.read}
        query={{ includeSsoIdentities: 'true' }}
        words="users"
        nameOf={nameOfPerson}
        listHref={paths.users()}
        tabs={userAddresses.at.user.tabs}
        tabReads={tabReads}
        tabHref={paths.user}
        historyKind="user"
        deletion={deletion}
        page={user => ({
          icon: <Avatar name={nameOfPerson(user)} src={user.avatar} size={46} />,
          isFace: true,
          tags: <StandingTags user={user} saysActive />,
          description: <UserFacts user={user} />,
          menu: menuOf(user),
          notice: (
            <>
              <DeletionNotice user={user} />
              {user.isSuspended && (
                <Callout tone="warning">
                  {t(user.suspensionReason ? 'users.locked_notice' : 'users.suspended_notice')}
                </Callout>
              )}
              <ImpersonationNotice userId={user.id} />
            </>
          ),
        })}
      />
      {impersonated && <Impersonate userId={impersonated} onClose={() => setImpersonated(undefined)} />}
      {passwordOf && <ResetPassword userId={passwordOf} onClose={() => setPasswordOf(undefined)} />}
    </>
  );
};

/** Email, age and last sign-in in one line. */
const UserFacts = ({ user: { primaryEmail, createdAt, lastSignInAt } }: { user: User }) => {
  const t = useT();
  return (
    <>
      {primaryEmail && (
        <>
          <bdi>{primaryEmail}</bdi>
          {' · '}
        </>
      )}
      {t('general.created')} <DateText value={createdAt} /> · {t('users.last_sign_in')}{' '}
      {lastSignInAt === null ? t('general.never') : <DateText value={lastSignInAt} as="ago" />}
    </>
  );
};

type Dialogs = { onReset: (userId: string) => void; onImpersonate: (userId: string) => void };

const useUserMenu = ({ onReset, onImpersonate }: Dialogs) => {
  const t = useT();
  const suspension = useSuspension();
  const signOutEverywhere = useSignOutEverywhere();
  const expirePassword = usePasswordExpiry();
  const personalData = usePersonalData();
  return (user: User): MenuItem[] => [
    {
      label: t('users.password.reset'),
      icon: <KeyRound />,
      onSelect: () => onReset(user.id),
    },
    ...(expirePassword
      ? [
          {
            label: t('users.password.expire'),
            icon: <TimerReset />,
            onSelect: () => void expirePassword(user),
          },
        ]
      : []),
    {
      label: t('users.impersonate.action'),
      icon: <VenetianMask />,
      onSelect: () => onImpersonate(user.id),
    },
    {
      label: t('users.sign_out.action'),
      icon: <LogOut />,
      onSelect: () => void signOutEverywhere(user),
    },
    {
      label: t(user.isSuspended ? 'users.reactivate.action' : 'users.suspend.action'),
      icon: user.isSuspended ? <CircleCheck /> : <CircleSlash />,
      onSelect: () => void suspension(user),
    },
    {
      label: t('users.personal_data.export_html'),
      icon: <FileText />,
      onSelect: () => void personalData.save(user, 'html'),
    },
    {
      label: t('users.personal_data.export_json'),
      icon: <FileJson />,
      onSelect: () => void personalData.save(user, 'json'),
    },
    {
      label: t('users.personal_data.erase'),
      icon: <Eraser />,
      isDanger: true,
      onSelect: () => void personalData.erase(user),
    },
  ];
};
