import type { ApplicationDetail } from '@gatehouse/contract/applications.ts';
import type { Violation } from '@gatehouse/contract/errors.ts';
import { type SamlApplication, samlApplications } from '@gatehouse/contract/saml-applications.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { Select } from '@gatehouse/ui/select.tsx';
import { DelayedLoading } from '@gatehouse/ui/spinner.tsx';
import { Plus, Trash2 } from 'lucide-react';
import { useFieldArray } from 'react-hook-form';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { EditForm, useEditForm } from '../../templates/edit-form.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormField } from '../../templates/form-field.tsx';
import { useReadOrFailure } from '../../templates/read-or-failure.tsx';

/** Standard OpenID Connect claims about a user. */
const claims = [
  'sub',
  'email',
  'email_verified',
  'name',
  'username',
  'given_name',
  'family_name',
  'middle_name',
  'nickname',
  'preferred_username',
  'picture',
  'profile',
  'website',
  'gender',
  'birthdate',
  'zoneinfo',
  'locale',
  'address',
  'phone_number',
  'phone_number_verified',
  'roles',
  'organizations',
  'organization_roles',
  'custom_data',
  'created_at',
  'updated_at',
];

const duplicate: Violation = 'validation.duplicate';

const mappingFields = z.object({
  rows: z
    .array(z.object({ claim: z.string().min(1), attribute: z.string().min(1) }))
    .check(({ value, issues }) => {
      for (const [index, { claim }] of value.entries()) {
        if (value.findIndex(row => row.claim === claim) === index) continue;
        issues.push({
          code: 'custom',
          path: [index, 'claim'],
          message: duplicate,
          input: claim,
        });
      }
    }),
});

export const SamlAttributeMapping = () => {
  const { id } = useEntity<ApplicationDetail>();
  const { data, failure } = useReadOrFailure(samlApplications.read, { params: { id } });
  if (failure) return failure;
  return data ? <Mapping application={data} /> : <DelayedLoading />;
};

/** Under which names the service provider learns what of its users. */
const Mapping = ({ application: { id, attributeMapping } }: { application: SamlApplication }) => {
  const t = useT();
  const { mayWrite } = useAbilities();
  const update = useWrite(samlApplications.update);
  const form = useEditForm({
    schema: mappingFields,
    values: { rows: Object.entries(attributeMapping).map(([claim, attribute]) => ({ claim, attribute })) },
    savedMessage: t('applications.mapping.saved'),
    save: ({ rows }) =>
      update.mutateAsync({
        params: { id },
        body: { attributeMapping: Object.fromEntries(rows.map(row => [row.claim, row.attribute])) },
      }),
  });
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'rows' });
  const used = form.watch('rows').map(({ claim }) => claim);
  const offered = [...new Set([...claims, ...used])];
  return (
    <EditForm form={form}>
      <FormSection title={t('applications.mapping.title')} help={t('applications.mapping.help')}>
        {fields.length === 0 && <Callout>{t('applications.mapping.none')}</Callout>}
        {fields.map((row, index) => (
          <Row key={row.id} align="end" isOneLine>
            <Stack isGrowing>
              <FormField
                form={form}
                name={`rows.${index}.claim`}
                label={t('applications.mapping.claim')}
                term={index === 0 ? 'claim' : undefined}
              >
                {field => (
                  <Select {...field} options={offered.map(claim => ({ value: claim, label: claim }))} />
                )}
              </FormField>
            </Stack>
            <Stack isGrowing>
              <FormField
                form={form}
                name={`rows.${index}.attribute`}
                label={t('applications.mapping.attribute')}
                isMono
              />
            </Stack>
            <IconButton
              icon={<Trash2 />}
              disabled={!mayWrite}
              label={t('applications.mapping.remove', { name: used[index] ?? '' })}
              onClick={() => remove(index)}
            />
          </Row>
        ))}
        <Row>
          <Button
            icon={<Plus />}
            disabled={!mayWrite}
            onClick={() => {
              const claim = claims.find(each => !used.includes(each)) ?? '';
              append({ claim, attribute: claim });
            }}
          >
            {t('applications.mapping.add')}
          </Button>
        </Row>
      </FormSection>
    </EditForm>
  );
};
