import type { User } from '@gatehouse/contract/users.ts';
import { useEffect, useEffectEvent } from 'react';
import { useWatch } from 'react-hook-form';
import { useT } from '../../phrases.tsx';
import { useEntity } from '../../templates/entity-detail.tsx';
import { FormSwitch } from '../../templates/form-field.tsx';
import type { SettingsForm } from './settings-fields.ts';

const kinds = {
  email: { address: 'primaryEmail', flag: 'isEmailVerified', label: 'users.email_verified' },
  phone: { address: 'primaryPhone', flag: 'isPhoneVerified', label: 'users.phone_verified' },
} as const;

/** Whether the address is verified. A changed address is not, unless the administrator sets it. */
export const VerifiedSwitch = ({ form, kind }: { form: SettingsForm; kind: keyof typeof kinds }) => {
  const t = useT();
  const user = useEntity<User>();
  const { address, flag, label } = kinds[kind];
  const typed = useWatch({ control: form.control, name: address });
  const isOther = typed !== (user[address] ?? '');
  const follow = useEffectEvent((isAnother: boolean) =>
    form.setValue(flag, isAnother ? false : user[flag], { shouldDirty: true }),
  );
  useEffect(() => follow(isOther), [isOther]);
  return (
    <FormSwitch
      form={form}
      name={flag}
      label={t(label)}
      help={t('users.verified_help')}
      disabled={typed === ''}
    />
  );
};
