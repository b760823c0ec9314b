import { domains } from '@gatehouse/contract/domains.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { EmptyState } from '@gatehouse/ui/empty-state.tsx';
import { Illustration } from '@gatehouse/ui/illustration.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useWrite } from '../../api.ts';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { AddDomain, refreshWhileWaiting } from '../../templates/custom-domain.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';
import { useKey } from '../../use-key.ts';
import { DomainCard } from './domain-card.tsx';
import { usePaysForTenant } from './layout.tsx';

export const TenantDomains = () => {
  const t = useT();
  const { usage } = useCurrentTenant();
  const pays = usePaysForTenant();
  const [isAdding, setIsAdding] = useState(false);
  const { mutateAsync: add } = useWrite(domains.create);
  const { data, failure } = useReadOrFailure(domains.list, {}, { everyMs: refreshWhileWaiting });
  const limit = usage.quota.customDomainsLimit;
  const isFull = limit !== null && data !== undefined && data.length >= limit;
  useKey('n', () => !isFull && setIsAdding(true));

  const addButton = (
    <Button variant="primary" icon={<Plus />} kbd="N" disabled={isFull} onClick={() => setIsAdding(true)}>
      {t('domains.add')}
    </Button>
  );
  if (!data) return failure ?? <DelayedLoading />;
  return (
    <>
      {isFull && (
        <Callout
          title={t('domains.full', { count: limit })}
          action={
            pays && <Button href={paths.tenantSettings('subscription')}>{t('subscription.compare')}</Button>
          }
        />
      )}
      {data.length > 0 && <Row justify="end">{addButton}</Row>}
      {data.map(domain => (
        <DomainCard key={domain.id} domain={domain} />
      ))}
      {data.length === 0 && (
        <Card hasPadding={false}>
          <EmptyState illustration={<Illustration of="domains" />} action={addButton}>
            {t('domains.empty')}
          </EmptyState>
        </Card>
      )}
      {isAdding && (
        <AddDomain
          words="domains"
          add={domain => add({ body: { domain } })}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
};
