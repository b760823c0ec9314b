import { Avatar } from '@gatehouse/ui/avatar.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { applicationName, data, t } from '../data.ts';
import { keepAccount } from '../flow.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { Message } from './message.tsx';

/** The user is already signed in: continue, or use another account. */
export const SwitchAccount = () => {
  const action = useAction();
  const { signedInAs: user } = data;
  if (!user) return <Message kind="session_not_found" />;
  return (
    <Frame
      title={t('switch_account.title')}
      description={applicationName && t('register.subtitle', { application: applicationName })}
    >
      <Stack gap={4}>
        <Failure action={action} />
        <Row isOneLine>
          <Avatar name={user.name} src={user.avatar} size={44} />
          <Stack gap={1} isGrowing>
            <Text isStrong>
              <bdi>{user.name}</bdi>
            </Text>
            {user.identifier && (
              <Text tone="soft">
                <bdi>{user.identifier}</bdi>
              </Text>
            )}
          </Stack>
        </Row>
        <Button
          variant="primary"
          size="large"
          isFullWidth
          autoFocus
          isLoading={action.isBusy}
          onClick={() => void action.run(keepAccount)}
        >
          {t('switch_account.keep', { name: user.name })}
        </Button>
        <Button size="large" isFullWidth href="/sign-in">
          {t('switch_account.other')}
        </Button>
      </Stack>
    </Frame>
  );
};
