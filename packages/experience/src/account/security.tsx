import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { data } from '../data.ts';
import { Failure, useAction } from '../form.tsx';
import { isEditable, isShown, useAccount } from './account-context.tsx';
import { ask } from './api.ts';
import { say } from './client.ts';
import { useDialogs } from './edit-dialog.tsx';
import { Loading, useLoaded } from './load.tsx';
import { Passkeys } from './passkeys.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { prove } from './proofs.ts';
import { SecondSteps } from './second-steps.tsx';

const { mfa, passkeySignIn } = data.signInExperience;
const hasPasskeys = passkeySignIn.enabled || mfa.factors.includes('WebAuthn');
const hasSecondSteps = mfa.factors.some(factor => factor !== 'WebAuthn');

/** Password, MFA factors and passkeys of the account. */
export const Security = () => {
  const factors = useLoaded(() => ask('get', '/my-account/mfa-verifications', {}), isShown('mfa', 'passkey'));
  return (
    <>
      {isShown('password') && <Password />}
      {isShown('mfa', 'passkey') && (
        <Loading loaded={factors}>
          {list => (
            <>
              {hasPasskeys && (
                <Passkeys passkeys={list.filter(({ type }) => type === 'WebAuthn')} reload={factors.reload} />
              )}
              {isShown('mfa') && hasSecondSteps && <SecondSteps factors={list} reload={factors.reload} />}
            </>
          )}
        </Loading>
      )}
      {data.accountCenter?.deleteAccountUrl && !data.accountCenter.personalData?.canDelete && (
        <Card title={say('delete_account.title')}>
          <Text tone="soft">{say('delete_account.text')}</Text>
          <div>
            <Button size="small" href={data.accountCenter.deleteAccountUrl} target="_blank">
              {say('delete_account.action')}
            </Button>
          </div>
        </Card>
      )}
    </>
  );
};

const Password = () => {
  const { user } = useAccount();
  const { open, show, close } = useDialogs<'password'>();
  const action = useAction();
  const begin = () =>
    action.run(async () => {
      await prove();
      show('password');
    });
  return (
    <Card title={say('password.label')}>
      <Failure action={action} />
      <SettingList
        settings={[
          {
            key: 'password',
            label: say('password.label'),
            value: say(user.hasPassword ? 'password.set' : 'password.not_set'),
            action: isEditable('password') && (
              <Button size="small" onClick={() => void begin()}>
                {say(user.hasPassword ? 'password.change' : 'password.add')}
              </Button>
            ),
          },
        ]}
      />
      {open && <PasswordDialog onClose={close} />}
    </Card>
  );
};
