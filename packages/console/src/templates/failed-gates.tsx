import type { Log } from '@gatehouse/contract/logs.ts';
import { stuckReasons } from '@gatehouse/contract/sign-in-changes.ts';
import { type SignInGate, signInGates } from '@gatehouse/contract/sign-in-check.ts';
import { GatePath } from '@gatehouse/ui/gate-path.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { paths } from '../paths.ts';
import { useT } from '../phrases.tsx';
import { useReason } from './log-failure.tsx';

/** The check of the user, stopped at the same question. */
const hrefOf = (userId: string, gate: SignInGate, error: Log['payload']['error']) => {
  const code = typeof error === 'object' ? error.code : error;
  const proof = gate === 'mfa' ? 'session.mfa.require_mfa_verification' : undefined;
  const stuck = stuckReasons.find(each => each === code) ?? proof;
  const path = paths.user(userId, 'sign-in-check');
  return stuck ? `${path}?${new URLSearchParams({ stuck })}` : path;
};

type FailedGatesProps = { gate: SignInGate; error: Log['payload']['error']; userId?: string };

/** How far a sign-in came before it was refused, drawn like the check of a user. */
export const FailedGates = ({ gate, error, userId }: FailedGatesProps) => {
  const t = useT();
  const reason = useReason(error);
  const stop = signInGates.indexOf(gate);
  const stateAt = (index: number) => {
    if (index === stop) return 'closed';
    return index < stop ? 'open' : 'unreached';
  };
  return (
    <Stack gap={3}>
      <GatePath
        steps={signInGates.map((id, index) => {
          const state = stateAt(index);
          return {
            id,
            title: t(`users.check.gates.${id}`),
            state,
            stateText: t(`users.check.states.${state}`),
            content: state === 'closed' && reason && <Text tone="soft">{reason}</Text>,
          };
        })}
      />
      {userId && <TextLink href={hrefOf(userId, gate, error)}>{t('users.check.question')}</TextLink>}
    </Stack>
  );
};
