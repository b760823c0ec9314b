import { type HistoryState, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { paths } from '../paths.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The address that is proven or wanted. */
    email?: string | null;
    action?: 'changePassword' | 'changeEmail' | 'linkAccount';
    /** The social connector whose account is linked. */
    connectorId?: string;
  }
}

type Step = Pick<HistoryState, 'connectorId'> & {
  email: string | null;
  action: NonNullable<HistoryState['action']>;
};

/** Goes on with a change that takes several pages. What it is about travels with the history, not with the address. */
export const useGoToStep = () => {
  const { history } = useRouter();
  return (name: Parameters<typeof paths.profileStep>[0], step: Step) =>
    history.push(paths.profileStep(name), step);
};

/**
 * The change that this step belongs to. A step opened directly by its URL belongs to none and redirects to the
 * profile.
 */
export const useStep = () => {
  const { email = null, action, connectorId } = useLocation({ select: ({ state }) => state });
  const { history } = useRouter();
  const goToStep = useGoToStep();
  useEffect(() => {
    if (!action) history.replace(paths.profile());
  }, [action, history]);
  return {
    step: action && { email, action, connectorId },
    goToStep,
    close: () => history.push(paths.profile()),
  };
};
