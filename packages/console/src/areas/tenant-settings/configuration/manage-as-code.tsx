import { configurationControl } from '@gatehouse/contract/configuration-control.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { Row } from '@gatehouse/ui/layout.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { useRead, useWrite } from '../../../api.ts';
import { useT } from '../../../phrases.tsx';
import { useMembership } from '../../../session/membership.tsx';

/** Only machines change the configuration, from a repository. Administrators can end that at any time. */
export const ManageAsCode = () => {
  const t = useT();
  const toast = useToast();
  const { may } = useMembership();
  const { data } = useRead(configurationControl.read, {});
  const manage = useWrite(configurationControl.update);
  const [typed, setTyped] = useState('');
  if (!data) return null;
  const { repository } = data;
  const keep = (next: string | null) =>
    manage.mutate(
      { body: { repository: next } },
      { onSuccess: () => toast.success(t('tenant_settings.saved')) },
    );
  const isUrl = configurationControl.update.body.safeParse({ repository: typed }).success;
  return (
    <FormSection title={t('managed.title')} help={t('configuration.managed_help')}>
      <Field label={t('configuration.repository')}>
        <TextInput
          dir="ltr"
          type="url"
          value={repository ?? typed}
          readOnly={repository !== null}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </Field>
      {may('manage:tenant') && (
        <Row>
          {repository === null ? (
            <Button disabled={!isUrl} isLoading={manage.isPending} onClick={() => keep(typed)}>
              {t('configuration.turn_on')}
            </Button>
          ) : (
            <Button isLoading={manage.isPending} onClick={() => keep(null)}>
              {t('configuration.turn_off')}
            </Button>
          )}
        </Row>
      )}
    </FormSection>
  );
};
