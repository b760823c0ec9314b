import { applicationAccess } from '@gatehouse/contract/application-access.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { FormSection } from '@gatehouse/ui/form-section.tsx';
import { IconButton } from '@gatehouse/ui/icon-button.tsx';
import { Row, Stack } from '@gatehouse/ui/layout.tsx';
import { ReadOnlyFields } from '@gatehouse/ui/read-only-fields.ts';
import { Plus, X } from 'lucide-react';
import { useContext } from 'react';
import { useWatch } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { OrganizationPicker } from '../../pickers/organization-picker.tsx';
import { OrganizationRolePicker } from '../../pickers/organization-role-picker.tsx';
import { RolePicker } from '../../pickers/role-picker.tsx';
import { UserPicker } from '../../pickers/user-picker.tsx';
import { useAbilities } from '../../session/abilities.ts';
import { type Form, FormField, FormSwitch } from '../../templates/form-field.tsx';
import type { AccessFields, OrganizationRule } from './access-rules.ts';

type Guarded = { appLevelAccessControlEnabled: boolean; access: AccessFields };

/** The access rules of an application, if access is restricted. */
export const AccessControl = <Values extends Guarded>(props: { form: Form<Values> }) => {
  const form = props.form as unknown as Form<Guarded>;
  const t = useT();
  const [isControlled, rules] = useWatch({
    control: form.control,
    name: ['appLevelAccessControlEnabled', 'access'],
  });
  const { mayDo } = useAbilities();
  const isReadOnly = useContext(ReadOnlyFields);
  const isNobody = Object.values(rules).every(list => list.length === 0);
  return (
    <FormSection title={t('applications.access.title')} help={t('applications.access.help')}>
      <FormSwitch
        form={form}
        name="appLevelAccessControlEnabled"
        label={t('applications.access.switch')}
        help={t('applications.access.switch_help')}
      />
      {isControlled && (
        <ReadOnlyFields value={isReadOnly || !mayDo(applicationAccess.replace)}>
          {isNobody && <Callout tone="warning">{t('applications.access.nobody')}</Callout>}
          <FormField form={form} name="access.users" label={t('applications.access.users')} isOptional>
            {field => <UserPicker {...field} />}
          </FormField>
          <FormField
            form={form}
            name="access.userRoles"
            label={t('applications.access.user_roles')}
            isOptional
          >
            {field => <RolePicker {...field} type="User" />}
          </FormField>
          <FormField
            form={form}
            name="access.organizations"
            label={t('applications.access.organizations')}
            isOptional
          >
            {field => <OrganizationPicker {...field} />}
          </FormField>
          <FormField
            form={form}
            name="access.organizationRoles"
            label={t('applications.access.organization_roles')}
            isOptional
          >
            {({ value, onChange }) => <OrganizationRules value={value} onChange={onChange} />}
          </FormField>
        </ReadOnlyFields>
      )}
    </FormSection>
  );
};

type OrganizationRulesProps = { value: OrganizationRule[]; onChange: (value: OrganizationRule[]) => void };

const OrganizationRules = ({ value, onChange }: OrganizationRulesProps) => {
  const t = useT();
  return (
    <Stack gap={3}>
      {value.map((rule, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place until it is saved
        <Row key={index} align="start" isOneLine>
          <Stack gap={2} isGrowing>
            <OrganizationPicker
              isSingle
              value={rule.organization}
              onChange={organization => onChange(value.with(index, { ...rule, organization }))}
            />
            <OrganizationRolePicker
              type="User"
              value={rule.roles}
              onChange={roles => onChange(value.with(index, { ...rule, roles }))}
            />
          </Stack>
          <IconButton
            icon={<X />}
            label={t('general.remove')}
            onClick={() => onChange(value.toSpliced(index, 1))}
          />
        </Row>
      ))}
      <Row>
        <Button
          size="small"
          icon={<Plus />}
          onClick={() => onChange([...value, { organization: [], roles: [] }])}
        >
          {t('applications.access.add_rule')}
        </Button>
      </Row>
    </Stack>
  );
};
