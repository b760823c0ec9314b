import { Row } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Spinner } from '@gatehouse/ui/spinner.tsx';
import { useEffect, useRef } from 'react';
import { data, t } from '../data.ts';
import { goOn, signInWithLink } from '../flow.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { getProgress } from '../progress.ts';

/** A link that signs in automatically. Opened again, it continues from where it led. */
export const OneTimeToken = () => {
  const { one_time_token: token, login_hint: address } = data.parameters ?? {};
  const isAsked = useRef(false);
  const action = useAction();
  useEffect(() => {
    if (isAsked.current || !token || !address) return;
    isAsked.current = true;
    const isUsed = getProgress().isIdentified || getProgress().pending !== undefined;
    void action.run(() => (isUsed ? goOn() : signInWithLink(address, token)));
  });
  const isBroken = !token || !address;
  const hasFailed = isBroken || action.failure !== undefined;
  return (
    <Frame
      title={t(hasFailed ? 'one_time_token.failed' : 'one_time_token.title')}
      description={isBroken ? t('one_time_token.broken') : address && <bdi>{address}</bdi>}
      footer={hasFailed && <TextLink href="/sign-in">{t('one_time_token.another_way')}</TextLink>}
    >
      <Failure action={action} />
      {!hasFailed && (
        <Row justify="center">
          <Spinner />
        </Row>
      )}
    </Frame>
  );
};
