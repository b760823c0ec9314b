import type { User } from '@gatehouse/contract/users.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { CircleCheck, CircleSlash, KeyRound, LogOut, VenetianMask } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { Impersonate } from './impersonate.tsx';
import { ResetPassword } from './reset-password.tsx';
import { useSignOutEverywhere } from './use-sign-out-everywhere.ts';
import { useSuspension } from './use-suspension.ts';

/** The most frequent actions on a user. */
export const UserActions = ({ user }: { user: User }) => {
  const t = useT();
  const { mayWrite } = useAbilities();
  const suspension = useSuspension();
  const signOutEverywhere = useSignOutEverywhere();
  const [dialog, setDialog] = useState<'password' | 'impersonate'>();
  const close = () => setDialog(undefined);
  if (!mayWrite) return null;
  return (
    <Row gap={2}>
      <Button icon={<KeyRound />} onClick={() => setDialog('password')}>
        {t('users.password.reset')}
      </Button>
      <Button icon={<LogOut />} onClick={() => void signOutEverywhere(user)}>
        {t('users.sign_out.action')}
      </Button>
      <Button
        icon={user.isSuspended ? <CircleCheck /> : <CircleSlash />}
        onClick={() => void suspension(user)}
      >
        {t(user.isSuspended ? 'users.reactivate.action' : 'users.suspend.action')}
      </Button>
      <Button icon={<VenetianMask />} onClick={() => setDialog('impersonate')}>
        {t('users.impersonate.action')}
      </Button>
      {dialog === 'password' && <ResetPassword userId={user.id} onClose={close} />}
      {dialog === 'impersonate' && <Impersonate userId={user.id} onClose={close} />}
    </Row>
  );
};
