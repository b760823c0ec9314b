import type { NamedField } from '@gatehouse/contract/custom-profile-values.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { SettingList } from '@gatehouse/ui/setting-list.tsx';
import { useState } from 'react';
import { data, t } from '../data.ts';
import { ProfileFieldControls, problemsOf } from '../profile-field-controls.tsx';
import {
  collect,
  labelOf,
  missingPaths,
  partsOf,
  showValue,
  toTyped,
  type Values,
} from '../profile-fields.ts';
import { isEditable } from './account-context.tsx';
import { ask } from './api.ts';
import { say } from './client.ts';
import { EditDialog, useDialogs } from './edit-dialog.tsx';
import { Loading, useLoaded } from './load.tsx';
import { NotSet } from './not-set.tsx';

type FieldValues = Readonly<Record<string, unknown>>;
const fields = (data.accountFields ?? []) as unknown as readonly NamedField[];

/** The tenant's custom profile fields, in the configured order. */
export const ProfileFields = () => {
  const { open, show, close } = useDialogs<'edit'>();
  const loaded = useLoaded(async (): Promise<FieldValues> => {
    const { values } = await ask('get', '/my-account/profile-fields', {});
    return values;
  });
  if (fields.length === 0) return null;
  return (
    <Card
      title={say('profile.more')}
      actions={
        isEditable('profile') &&
        loaded.value && (
          <Button size="small" onClick={() => show('edit')}>
            {say('edit')}
          </Button>
        )
      }
    >
      <Loading loaded={loaded}>
        {values => (
          <>
            <SettingList
              settings={fields.flatMap(field =>
                partsOf(field).map(({ path, part }) => ({
                  key: path,
                  label: labelOf(part),
                  value: showValue(part, valueAt(values, path)) ?? <NotSet />,
                })),
              )}
            />
            {open && <FieldsDialog values={values} reload={loaded.reload} onClose={close} />}
          </>
        )}
      </Loading>
    </Card>
  );
};

const valueAt = (values: FieldValues, path: string) => {
  const [name = '', part] = path.split('.');
  const value = values[name];
  return part === undefined ? value : (value as FieldValues | undefined)?.[part];
};

type FieldsDialogProps = { values: FieldValues; reload: () => Promise<void>; onClose: () => void };

const FieldsDialog = ({ values, reload, onClose }: FieldsDialogProps) => {
  const [typed, setTyped] = useState<Values>(() =>
    Object.fromEntries(
      fields.flatMap(partsOf).map(({ path, part }) => [path, toTyped(part, valueAt(values, path))]),
    ),
  );
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const save = async () => {
    const missing = missingPaths(fields, typed);
    setErrors(Object.fromEntries(missing.map(path => [path, t('errors.required_field')])));
    if (missing.length > 0) return false;
    const filled = collect(fields, typed);
    const emptied = fields.filter(({ name, required }) => !(name in filled) && !required);
    const body = { values: { ...filled, ...Object.fromEntries(emptied.map(({ name }) => [name, null])) } };
    try {
      await ask('patch', '/my-account/profile-fields', { body });
    } catch (error) {
      const problems = problemsOf(error);
      if (!problems) throw error;
      setErrors(problems);
      return false;
    }
    await reload();
    return true;
  };
  return (
    <EditDialog title={say('profile.more')} done={say('profile.changed')} save={save} onClose={onClose}>
      <ProfileFieldControls
        fields={fields}
        values={typed}
        errors={errors}
        onChange={(path, value) => {
          setTyped(before => ({ ...before, [path]: value }));
          setErrors(({ [path]: _, ...others }) => others);
        }}
      />
    </EditDialog>
  );
};
