import { useEffect, useEffectEvent } from 'react';
import { t } from '../data.ts';
import { stepUp } from '../flow.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';

/** Somebody is signed in, and the application wants more: the server says what, and that has a page of its own. */
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
