import { type HistoryState, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that is proven or wanted. */
    email?: string | null;
    /** The address is the wanted one. */
    isNewEmail?: boolean;
    action?: 'changePassword' | 'changeEmail' | 'changeUsername' | 'linkAccount' | 'unlinkAccount';
    /** The social connector whose account is linked or unlinked. */
    connectorId?: string;
    connectorName?: string;
  }
}

export type Step = Pick<HistoryState, 'isNewEmail' | 'connectorId' | 'connectorName'> & {
  email: string | null;
  action: NonNullable<HistoryState['action']>;
};

/** Goes on with a change that takes several pages. What it is about travels with the history, not with the address. */
export const useGoToStep = () => {
  const { history } = useRouter();
  return (name: Parameters<typeof paths.profileStep>[0], step: Step) =>
    history.push(paths.profileStep(name), step);
};

export const useLeaveSteps = () => {
  const { history } = useRouter();
  return () => history.push(paths.profile());
};

/**
 * The change that this step belongs to. A step opened directly by its URL belongs to none and redirects to the
 * profile.
 */
export const useStep = () => {
  const {
    email = null,
    isNewEmail,
    action,
    connectorId,
    connectorName,
  } = useLocation({
    select: ({ state }) => state,
  });
  const { history } = useRouter();
  const goToStep = useGoToStep();
  useEffect(() => {
    if (!action) history.replace(paths.profile());
  }, [action, history]);
  return {
    step: action && { email, isNewEmail, action, connectorId, connectorName },
    goToStep,
    close: useLeaveSteps(),
  };
};
