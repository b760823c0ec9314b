import { useLinkAccount } from './link-account.ts';
import { type Step, useGoToStep, useLeaveSteps } from './step.ts';
import { useUnlinkAccount } from './unlink-account.ts';

const nextSteps = {
  changePassword: 'change-password',
  changeEmail: 'link-email',
  changeUsername: 'change-username',
} as const;

/** Continues a change after the user has proven that they may make it. */
export const useProceed = () => {
  const goToStep = useGoToStep();
  const close = useLeaveSteps();
  const link = useLinkAccount();
  const unlink = useUnlinkAccount();
  return async (step: Step) => {
    const { action, connectorId = '', connectorName = '' } = step;
    if (action !== 'linkAccount' && action !== 'unlinkAccount') return goToStep(nextSteps[action], step);
    close();
    if (action === 'linkAccount') await link(connectorId);
    else await unlink(connectorId, connectorName);
  };
};
