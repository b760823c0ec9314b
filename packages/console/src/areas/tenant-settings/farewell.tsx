import { deletionIssues } from '@gatehouse/contract/tenants.ts';
import { BulletList } from '@gatehouse/ui/bullet-list.tsx';
import { Button } from '@gatehouse/ui/button.tsx';
import { FormSection, FormSections } from '@gatehouse/ui/form-section.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useCurrentTenant } from '../../cloud/current-tenant.ts';
import { useDeleteTenant, useLeaveTenant } from '../../cloud/goodbye.ts';
import { useT } from '../../phrases.tsx';

/** The ways to be rid of a tenant. */
export const Farewell = () => {
  const t = useT();
  const { tenant, may } = useCurrentTenant();
  const issues = deletionIssues(tenant);
  const leaving = useLeaveTenant(tenant);
  const deletion = useDeleteTenant(tenant);
  return (
    <FormSections>
      <FormSection title={t('tenant_settings.leave.action')} help={t('tenant_settings.leave.help')}>
        <Row>
          <Button
            isLoading={leaving.isPending}
            disabled={!leaving.isReady}
            onClick={() => void leaving.start()}
          >
            {t('tenant_settings.leave.action')}
          </Button>
        </Row>
      </FormSection>
      {may('manage:tenant') && (
        <FormSection title={t('tenant_settings.delete.action')} help={t('tenant_settings.delete.help')}>
          {issues.length > 0 && (
            <Stack gap={2}>
              <Text tone="soft">{t('tenant_settings.delete.first')}</Text>
              <BulletList
                items={issues.map(issue => ({
                  key: issue,
                  content: t(`tenant_settings.delete.issues.${issue}`),
                }))}
              />
            </Stack>
          )}
          <Row>
            <Button
              variant="danger"
              disabled={issues.length > 0}
              isLoading={deletion.isPending}
              onClick={() => void deletion.start()}
            >
              {t('tenant_settings.delete.action')}
            </Button>
          </Row>
        </FormSection>
      )}
    </FormSections>
  );
};
