import { configs } from '@gatehouse/contract/configs.ts';
import { tenants } from '@gatehouse/contract/tenants.ts';
import { excessOf } from '@gatehouse/contract/usage.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { keyOf, queryClient, useWrite } from '../../api.ts';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { PlanSelection } from '../../cloud/plan-selection.tsx';
import { useAddressQuery } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { tenantList } from '../../session/cloud-tenants.tsx';

/** Turns a development tenant into one for real users. The address opens it: a notice and a canceled payment lead here. */
export const MoveToProduction = () => {
  const t = useT();
  const [query, setQuery] = useAddressQuery();
  return (
    <FormSections>
      <FormSection title={t('tenant_settings.move.action')} help={t('tenant_settings.move.help')}>
        <Row>
          <Button onClick={() => setQuery({ move: 'production' })}>{t('tenant_settings.move.action')}</Button>
        </Row>
      </FormSection>
      {query.get('move') === 'production' && <MovePlans onClose={() => setQuery({ move: undefined })} />}
    </FormSections>
  );
};

const MovePlans = ({ onClose }: { onClose: () => void }) => {
  const t = useT();
  const toast = useToast();
  const { tenant, usage, periodic } = useCurrentTenant();
  const { mutateAsync: update } = useWrite(tenants.update, { door: 'cloud' });
  const moveToFree = async () => {
    const moved = await update({ params: { tenantId: tenant.id }, body: { tag: 'production' } });
    toast.success(t('tenant_settings.move.done', { name: tenant.name }));
    onClose();
    tenantList.patch(tenant.id, moved);
    void queryClient.invalidateQueries({ queryKey: ['cloud'] });
    void queryClient.invalidateQueries({ queryKey: keyOf(configs.readAdminConsole, {}, 'management') });
  };
  return (
    <PlanSelection
      title={t('tenant_settings.move.action')}
      description={t('tenant_settings.move.text', { name: tenant.name })}
      checkout={{
        tenantId: tenant.id,
        callbackPage: paths.tenantSettings('subscription'),
        cancelPage: paths.moveToProduction(),
      }}
      excess={planId => excessOf(planId, { ...usage.usage, ...periodic })}
      onFree={moveToFree}
      onClose={onClose}
    />
  );
};
