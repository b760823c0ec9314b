import { type IdpInitiatedAuthConfig, idpInitiatedAuth } from '@gatehouse/contract/idp-initiated-auth.ts';
import type { SsoConnectorWithProvider } from '@gatehouse/contract/sso-connectors.ts';
import { ErrorPanel } from '@gatehouse/ui/error-panel.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { HttpError } from '../../request.ts';
import { describeFailure } from '../../shell/report-errors.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { IdpInitiatedForm } from './idp-initiated-form.tsx';

/** What happens when people begin at their identity provider instead of at an application. */
export const IdpInitiatedAuth = () => {
  const t = useT();
  const { id } = useEntity<SsoConnectorWithProvider>();
  const { data, error, refetch, isPending } = useRead(
    idpInitiatedAuth.read,
    { params: { id } },
    { hideErrors: true },
  );
  const isOff = error instanceof HttpError && error.status === 404;
  if (isPending) return <DelayedLoading />;
  if (error && !isOff)
    return <ErrorPanel message={describeFailure(error, t)} onRetry={() => void refetch()} />;
  const config: IdpInitiatedAuthConfig | undefined = isOff ? undefined : data;
  return <IdpInitiatedForm key={config ? 'on' : 'off'} connectorId={id} config={config} />;
};
