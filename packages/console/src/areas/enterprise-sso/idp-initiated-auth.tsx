import { idpInitiatedAuth } from '@gatehouse/contract/idp-initiated-auth.ts';
import type { SsoConnectorWithProvider } from '@gatehouse/contract/sso-connectors.ts';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { useState } from 'react';
import { useEntity } from '../../templates/entity-detail.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { IdpInitiatedForm } from './idp-initiated-form.tsx';

/** Settings for IdP-initiated sign-in, which starts at the identity provider instead of at an application. */
export const IdpInitiatedAuth = () => {
  const { id } = useEntity<SsoConnectorWithProvider>();
  const { data, failure, isMissing } = useReadOrFailure(idpInitiatedAuth.read, { params: { id } });
  // Asking again forgets that there is none; the form stays, with what was typed into it.
  const [offFor, setOffFor] = useState<string>();
  if (isMissing && offFor !== id) setOffFor(id);
  if (data && !isMissing && offFor) setOffFor(undefined);
  const isOff = isMissing || offFor === id;
  const config = isOff ? undefined : data;
  if (!config && !isOff) return failure ?? <DelayedLoading />;
  return <IdpInitiatedForm key={config ? 'on' : 'off'} connectorId={id} config={config} />;
};
