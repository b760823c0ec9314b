import { Button } from '@gatehouse/ui/button.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { useState } from 'react';
import { useGoTo } from '../../../link.tsx';
import { paths } from '../../../paths.ts';
import { useT } from '../../../phrases.tsx';
import { currentTenantId } from '../../../session/tenant.ts';
import { useTenants } from '../../../session/tenants.tsx';

/** Two tenants of the signed-in person: the second one is opened, because it is the one that changes. */
export const Promote = () => {
  const t = useT();
  const goTo = useGoTo();
  const tenants = useTenants().filter(({ isSuspended }) => !isSuspended);
  const current = tenants.find(({ id }) => id === currentTenantId());
  const others = tenants.filter(({ id }) => id !== current?.id);
  const isDevelopment = current?.tag === 'development';
  const [from, setFrom] = useState<string | null>(
    (isDevelopment ? current : (others.find(({ tag }) => tag === 'development') ?? others[0]))?.id ?? null,
  );
  const [to, setTo] = useState<string | null>(
    (isDevelopment ? (others.find(({ tag }) => tag === 'production') ?? others[0]) : current)?.id ?? null,
  );
  const options = tenants.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <FormSection title={t('configuration.promote')} help={t('configuration.promote_help')}>
      {others.length === 0 ? (
        <Text tone="soft">{t('configuration.no_second')}</Text>
      ) : (
        <>
          <Field label={t('configuration.from')}>
            <Select value={from} onChange={setFrom} options={options} />
          </Field>
          <Field label={t('configuration.to')} help={t('configuration.to_help')}>
            <Select value={to} onChange={setTo} options={options} />
          </Field>
          <Row>
            <Button
              variant="primary"
              disabled={!from || !to || from === to}
              onClick={() => goTo(paths.promotion(from ?? '', to ?? ''))}
            >
              {t('configuration.compare')}
            </Button>
          </Row>
        </>
      )}
    </FormSection>
  );
};
