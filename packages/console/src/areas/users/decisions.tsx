import type { UserDecisions } from '@gatehouse/contract/user-configs.ts';
import { type User, users } from '@gatehouse/contract/users.ts';
import { Switch } from '@gatehouse/ui/switch.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { startTransition, useOptimistic } from 'react';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { LabelledGroup } from '../../templates/labelled-group.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

const decisions = ['required', 'skipped', 'notAsked', 'noPasskey'] as const;
type Decided = Record<(typeof decisions)[number], boolean>;

const read = ({ mfa, passkeySignIn }: UserDecisions): Decided => ({
  required: mfa.enabled ?? false,
  skipped: mfa.skipped,
  notAsked: mfa.skipMfaOnSignIn,
  noPasskey: passkeySignIn.skipped,
});

const write = ({ required, skipped, notAsked, noPasskey }: Decided): UserDecisions => ({
  mfa: { enabled: required, skipped, skipMfaOnSignIn: notAsked },
  passkeySignIn: { skipped: noPasskey },
});

/** The MFA decisions of the user, which an administrator can reset or make for them. */
export const Decisions = () => {
  const { id: userId } = useEntity<User>();
  const { data, failure } = useReadOrFailure(users.readConfigs, { params: { userId } });
  return failure ?? (data && <Switches userId={userId} decided={read(data)} />);
};

const Switches = ({ userId, decided }: { userId: string; decided: Decided }) => {
  const t = useT();
  const toast = useToast();
  const update = useWrite(users.updateConfigs);
  const [shown, show] = useOptimistic(decided);
  const set = (change: Partial<Decided>) =>
    startTransition(async () => {
      const next = { ...shown, ...change };
      show(next);
      await update.mutateAsync({ params: { userId }, body: write(next) }).then(
        () => toast.success(t('users.decisions.saved')),
        // Failed writes are reported centrally.
        () => undefined,
      );
    });
  return (
    <LabelledGroup label={t('users.decisions.title')}>
      {decisions.map(decision => (
        <Switch
          key={decision}
          label={t(`users.decisions.${decision}.title`)}
          help={t(`users.decisions.${decision}.text`)}
          value={shown[decision]}
          onChange={isOn => set({ [decision]: isOn })}
        />
      ))}
    </LabelledGroup>
  );
};
