import { useState } from 'react';
import { uploadPicture } from '../api.ts';
import { t } from '../data.ts';
import { fillIn } from '../flow.ts';
import { Form, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { keep, readKept } from '../kept.ts';
import { ProfileFieldControls, problemsOf } from '../profile-field-controls.tsx';
import { askedFields, collect, missingPaths, type Values } from '../profile-fields.ts';
import { getProgress } from '../progress.ts';

/** Profile fields that the tenant asks new users for. */
export const ProfileForm = () => {
  const [values, setValues] = useState<Values>(() => readKept<Values>('profile') ?? {});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const action = useAction();

  const change = (path: string, value: string | boolean) => {
    const next = { ...values, [path]: value };
    setValues(next);
    keep('profile', next);
    setErrors(({ [path]: _, ...others }) => others);
  };

  const submit = async () => {
    const missing = missingPaths(askedFields(), values);
    setErrors(Object.fromEntries(missing.map(path => [path, t('errors.required_field')])));
    if (missing.length > 0) return;
    await action.run(async () => {
      await fillIn({ type: 'extraProfile', values: collect(askedFields(), values) }).catch(
        (error: unknown) => {
          const problems = problemsOf(error);
          if (!problems) throw error;
          setErrors(problems);
        },
      );
    });
  };

  return (
    <Frame title={t('profile.title')} description={t('profile.text')}>
      <Form action={action} submitLabel={t('sign_in.submit')} onSubmit={() => void submit()}>
        <ProfileFieldControls
          fields={askedFields()}
          values={values}
          errors={errors}
          onChange={change}
          upload={getProgress().event === 'Register' ? uploadPicture : undefined}
        />
      </Form>
    </Frame>
  );
};
