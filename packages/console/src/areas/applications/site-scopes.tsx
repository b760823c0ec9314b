import { type UserDataScope, userDataScopes } from '@gatehouse/contract/scopes.ts';
import { Checkbox } from '@gatehouse/ui/checkbox.tsx';
import { FieldGroup } from '@gatehouse/ui/field-group.tsx';
import { useController } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { type Form, useLabel } from '../../templates/form-field.tsx';
import type { SiteFields } from './protected-settings.tsx';
import { scopeWord } from './scope-word.ts';

const always: readonly UserDataScope[] = ['profile', 'email'];
const chosen = userDataScopes.filter(scope => !always.includes(scope));
const name = 'protectedAppMetadata.additionalScopes';

/** What the ID token of a protected site holds beyond what it always does. */
export const SiteScopes = ({ form }: { form: Form<SiteFields> }) => {
  const t = useT();
  const { field } = useController({ control: form.control, name });
  const label = t('applications.protected.scopes');
  useLabel(form, name, label);
  return (
    <FieldGroup label={label} help={t('applications.protected.scopes_help')}>
      {chosen.map(scope => (
        <Checkbox
          key={scope}
          value={field.value.includes(scope)}
          onChange={isOn =>
            field.onChange(chosen.filter(each => (each === scope ? isOn : field.value.includes(each))))
          }
          label={t(`applications.permissions.user_scopes.${scopeWord(scope)}`)}
        />
      ))}
    </FieldGroup>
  );
};
