import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { useConfirm } from '@gatehouse/ui/confirm.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { type Setting, SettingList } from '@gatehouse/ui/setting-list.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { Failure, useAction } from '../form.tsx';
import { accessTo, isEditable, isShown, useAccount } from './account-context.tsx';
import { AddressDialog } from './address-dialog.tsx';
import { ask } from './api.ts';
import { AvatarDialog } from './avatar-dialog.tsx';
import { say } from './client.ts';
import { useDialogs } from './edit-dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { NotSet } from './not-set.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { prove } from './proofs.ts';

type DialogName = 'avatar' | 'name' | 'username' | 'email' | 'phone';
type Channel = 'email' | 'phone';

/** The name and contact data of the user. */
export const Profile = () => {
  const { user } = useAccount();
  const { open, show, close } = useDialogs<DialogName>();
  const action = useAction();
  const own: Setting[] = [
    {
      key: 'avatar',
      label: say('avatar.label'),
      value: <Avatar name={user.name ?? user.username} src={user.avatar} size={44} />,
    },
    { key: 'name', label: say('name.label'), value: user.name || <NotSet /> },
    { key: 'username', label: say('username.label'), value: user.username || <NotSet /> },
  ];
  const withActions = (settings: Setting[]) =>
    settings
      .filter(({ key }) => accessTo(key as DialogName) !== 'Off')
      .map(setting => ({
        ...setting,
        action: isEditable(setting.key as DialogName) && (
          <Button
            size="small"
            aria-label={say('change_named', { name: String(setting.label) })}
            onClick={() => show(setting.key as DialogName)}
          >
            {say('change')}
          </Button>
        ),
      }));
  const addresses = useAddressSettings({ action, show });
  return (
    <>
      <Failure action={action} />
      {isShown('avatar', 'name', 'username') && (
        <Card title={say('profile.about')}>
          <SettingList settings={withActions(own)} />
        </Card>
      )}
      {addresses.length > 0 && (
        <Card title={say('profile.contact')}>
          <SettingList settings={addresses} />
        </Card>
      )}
      {isShown('profile') && <ProfileFields />}
      {open === 'avatar' && <AvatarDialog onClose={close} />}
      {(open === 'name' || open === 'username') && <NameDialog field={open} onClose={close} />}
      {(open === 'email' || open === 'phone') && <AddressDialog channel={open} onClose={close} />}
    </>
  );
};

type AddressOptions = { action: ReturnType<typeof useAction>; show: (channel: Channel) => void };

/** The email address and the phone number, with what can be done with each. */
const useAddressSettings = ({ action, show }: AddressOptions): Setting[] => {
  const { user, reload } = useAccount();
  const confirm = useConfirm();
  const toast = useToast();

  /** Verification comes first, so that the user does not type an address in vain. */
  const changeAddress = (channel: Channel) =>
    action.run(async () => {
      await prove();
      show(channel);
    });
  const removeAddress = async (channel: Channel) => {
    const [isConfirmed] = await confirm({
      title: say(`${channel}.remove_title`),
      body: say(`${channel}.remove_text`),
      confirmLabel: say('remove'),
      isDanger: true,
    });
    if (!isConfirmed) return;
    await action.run(async () => {
      await ask('delete', `/my-account/primary-${channel}`, {});
      await reload();
      toast.success(say(`${channel}.removed`));
    });
  };

  return (['email', 'phone'] as const)
    .filter(channel => isShown(channel))
    .map((channel): Setting => {
      const value = channel === 'email' ? user.primaryEmail : user.primaryPhone && `+${user.primaryPhone}`;
      const name = say(`${channel}.label`);
      return {
        key: channel,
        label: name,
        value: value ? <bdi>{value}</bdi> : <NotSet />,
        action: isEditable(channel) && (
          <Row gap={2}>
            <Button
              size="small"
              aria-label={say(value ? 'change_named' : 'add_named', { name })}
              onClick={() => void changeAddress(channel)}
            >
              {say(value ? 'change' : 'add')}
            </Button>
            {value && (
              <Button
                size="small"
                variant="quiet"
                aria-label={say('remove_named', { name })}
                onClick={() => void removeAddress(channel)}
              >
                {say('remove')}
              </Button>
            )}
          </Row>
        ),
      };
    });
};
