import { useToast } from '@gatehouse/ui/toast.tsx';
import { useT } from '../phrases.tsx';
import { HttpError } from '../request.ts';
import { isSignInNeeded } from '../session/client.ts';
import { describeFailure } from '../session/report-errors.tsx';

/** Shows the reason of a refusal at its field. Errors that another value cannot fix go into a toast. */
export const useShowRefusal = () => {
  const toast = useToast();
  const t = useT();
  return (error: unknown, showAtField: (message: string) => void) => {
    if (!(error instanceof Error)) throw error;
    if (isSignInNeeded(error)) return;
    const isRefused = error instanceof HttpError && [400, 422].includes(error.status);
    if (isRefused) showAtField(describeFailure(error, t));
    else toast.error(describeFailure(error, t));
  };
};
