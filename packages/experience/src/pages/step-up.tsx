import { useEffect, useEffectEvent } from 'react';
import { t } from '../data.ts';
import { stepUp } from '../flow.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';

/**
 * The user is signed in, but the application requires a stronger sign-in. The server names the factor, which has its
 * own page.
 */
export const StepUp = () => {
  const action = useAction();
  const begin = useEffectEvent(() => action.run(stepUp));
  useEffect(() => void begin(), []);
  return (
    <Frame title={t('mfa.verify.title')}>
      <Failure action={action} />
    </Frame>
  );
};
