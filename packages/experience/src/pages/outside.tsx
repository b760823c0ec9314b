import { Row } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { Spinner } from '@gatehouse/ui/spinner.tsx';
import { useEffect, useRef, useState } from 'react';
import { data, t } from '../data.ts';
import { goOn } from '../flow.ts';
import { Failure, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { returnToAccountCenter } from '../link-trip.ts';
import { signInWithOneTap } from '../one-tap.ts';
import {
  findConnector,
  leaveForAccount,
  nameOfProvider,
  type OutsideKind,
  returnFromAccount,
} from '../outside.ts';
import { getProgress } from '../progress.ts';
import { Message } from './message.tsx';

/** `social/{target}` or `sso/{connectorId}`: leads straight to where the account is. */
export const Direct = ({ way }: { way: string }) => {
  const [kind, target = ''] = way.split(/\/(.*)/s);
  const isKnown = kind === 'social' || kind === 'sso';
  const id = isKnown ? findConnector(kind, decodeURIComponent(target)) : undefined;
  return id ? <Leaving kind={kind as OutsideKind} connectorId={id} /> : <Message kind="way_closed" />;
};

const Leaving = ({ kind, connectorId }: { kind: OutsideKind; connectorId: string }) => {
  const name = nameOfProvider(kind, connectorId) ?? '';
  const credential = broughtCredential(connectorId);
  return (
    <Doing
      title={t('outside.leaving', { name })}
      failedTitle={credential ? t('outside.failed') : t('outside.unreachable', { name })}
      work={() =>
        credential ? signInWithOneTap(connectorId, credential) : leaveForAccount(kind, connectorId)
      }
    />
  );
};

/** People who used One Tap at another site of the tenant come with what Google said there. */
const broughtCredential = (connectorId: string) =>
  data.oneTap?.connectorId === connectorId ? data.parameters?.google_one_tap_credential : undefined;

/** Back from the provider. After a reload, it continues from the page it led to. */
export const Callback = ({ connectorId }: { connectorId: string }) => {
  const [isLink] = useState(() => returnToAccountCenter(connectorId));
  if (isLink) return null;
  return data.hasInteraction ? <Returning connectorId={connectorId} /> : <Message kind="session_not_found" />;
};

const Returning = ({ connectorId }: { connectorId: string }) => (
  <Doing
    title={t('outside.returning')}
    failedTitle={t('outside.failed')}
    work={() => {
      const hasAnswer = new URLSearchParams(window.location.search).has('state');
      const isKnown = getProgress().isIdentified || getProgress().pending !== undefined;
      return isKnown && !hasAnswer ? goOn() : returnFromAccount(connectorId);
    }}
  />
);

type DoingProps = { title: string; failedTitle: string; work: () => Promise<unknown> };

const Doing = ({ title, failedTitle, work }: DoingProps) => {
  const isBegun = useRef(false);
  const action = useAction();
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void action.run(work);
  });
  const hasFailed = action.failure !== undefined;
  return (
    <Frame
      title={hasFailed ? failedTitle : title}
      footer={hasFailed && <TextLink href="/sign-in">{t('single_sign_on.another_way')}</TextLink>}
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
