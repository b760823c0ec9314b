import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ExperienceError } from './api.ts';
import { data, t } from './data.ts';
import { describeRejection } from './password-rejection.tsx';

/** Does something once at a time, and says in words why it failed. */
export const useAction = () => {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<ReactNode>();
  /** False: it failed. */
  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure(wordsFor(error));
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return { isBusy, failure, run, clearFailure: () => setFailure(undefined) };
};

/** The errors of browsers for: no passkey was chosen, or one already exists. */
const wordsFor = (error: unknown) => {
  if (error instanceof ExperienceError) return describeRejection(error);
  if (!(error instanceof DOMException)) return t('errors.unexpected');
  return t(error.name === 'InvalidStateError' ? 'errors.passkey_known' : 'errors.passkey_cancelled');
};

export type Action = ReturnType<typeof useAction>;

export const Failure = ({ action: { failure } }: { action: Action }) =>
  failure ? <Callout tone="danger">{failure}</Callout> : null;

type FormProps = {
  action: Action;
  submitLabel: string;
  onSubmit: () => unknown;
  /** Below the button. */
  below?: ReactNode;
  children: ReactNode;
};

export const Form = ({ action, submitLabel, onSubmit, below, children }: FormProps) => {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap={4}>
        <Failure action={action} />
        {children}
        {data.captcha && <div data-captcha />}
        <Button type="submit" variant="primary" size="large" isFullWidth isLoading={action.isBusy}>
          {submitLabel}
        </Button>
        {below}
      </Stack>
    </form>
  );
};
