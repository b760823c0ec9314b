import type { SignIn } from '@gatehouse/contract/sign-ins.ts';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Tag } from '@gatehouse/ui/tag.tsx';
import { TagTrail } from '@gatehouse/ui/tag-trail.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useT } from '../phrases.tsx';
import { useReason } from './log-failure.tsx';
import { UserName } from './user-name.tsx';

/** The user of a sign-in, or the identifier that was typed. */
export const SignInUser = ({ signIn: { userId, identifier } }: { signIn: SignIn }) => {
  const t = useT();
  if (userId) return <UserName id={userId} />;
  return identifier ?? <Text tone="faint">{t('audit_logs.sign_ins.unknown_user')}</Text>;
};

/** The outcome. Only failures are marked, with the reason. */
export const SignInOutcome = ({ signIn: { outcome, error } }: { signIn: SignIn }) => {
  const t = useT();
  const reason = useReason(error);
  const words = t(`audit_logs.sign_ins.outcomes.${outcome}`);
  if (outcome !== 'Error') return <Text tone={outcome === 'Open' ? 'faint' : 'soft'}>{words}</Text>;
  return (
    <Stack gap={1}>
      <span>
        <Tag tone="danger">{words}</Tag>
      </span>
      {reason && (
        <Text size="small" tone="soft">
          {reason}
        </Text>
      )}
    </Stack>
  );
};

/** The methods in the order of use, up to the tokens that the application got. */
export const SignInMethods = ({ signIn: { methods } }: { signIn: SignIn }) => {
  const t = useT();
  return (
    <TagTrail
      items={methods.map(({ method, result }) => ({
        key: method,
        label: t(`audit_logs.sign_ins.methods.${method}`),
        tone: result === 'Error' ? 'danger' : undefined,
      }))}
    />
  );
};
