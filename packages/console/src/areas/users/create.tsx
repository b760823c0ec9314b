import { users } from '@gatehouse/contract/users.ts';
import { useToast } from '@gatehouse/ui/toast.tsx';
import { useState } from 'react';
import { z } from 'zod';
import { useWrite } from '../../api.ts';
import { useGoTo } from '../../link.tsx';
import { paths } from '../../paths.ts';
import { useT } from '../../phrases.tsx';
import { FormDialog } from '../../templates/form-dialog.tsx';
import { type Form, FormField } from '../../templates/form-field.tsx';
import { nameOfPerson } from '../../templates/person.tsx';
import { ShownOnce } from '../../templates/shown-once.tsx';
import { identifierFields, storedIdentifiers } from './identifiers.ts';
import { chosenPassword, firstChoice, PasswordChoice, passwordChoice } from './password-choice.tsx';

const userFields = z.object({
  ...identifierFields,
  name: z.string().max(128),
  password: passwordChoice,
});

type Created = { id: string; name: string; password: string };

export const CreateUser = () => {
  const t = useT();
  const goTo = useGoTo();
  const toast = useToast();
  const create = useWrite(users.create);
  const [created, setCreated] = useState<Created>();
  if (created) {
    return (
      <ShownOnce
        title={t('users.created', { name: created.name })}
        text={t('users.password.once')}
        label={t('users.password.password')}
        secret={created.password}
        onClose={() => goTo(paths.user(created.id))}
      />
    );
  }
  return (
    <FormDialog
      title={t('users.create')}
      description={t('users.create_text')}
      submitLabel={t('users.create')}
      schema={userFields}
      defaultValues={{
        primaryEmail: '',
        primaryPhone: '',
        username: '',
        name: '',
        password: firstChoice,
      }}
      onClose={() => goTo(paths.users())}
      submit={async ({ name, password, ...typed }, form) => {
        const identifiers = storedIdentifiers(typed);
        if (Object.values(identifiers).every(identifier => identifier === null)) {
          form.setError('primaryEmail', { message: t('users.identifier_needed') });
          return;
        }
        const chosen = chosenPassword(password);
        const user = await create.mutateAsync({
          body: { ...identifiers, name: name || null, ...(chosen ? { password: chosen } : {}) },
        });
        if (chosen && password.kind === 'generated') {
          setCreated({ id: user.id, name: nameOfPerson(user), password: chosen });
          return;
        }
        toast.success(t('users.created', { name: nameOfPerson(user) }));
        goTo(paths.user(user.id));
      }}
    >
      {form => <UserFields form={form} />}
    </FormDialog>
  );
};

const UserFields = ({ form }: { form: Form<z.infer<typeof userFields>> }) => {
  const t = useT();
  return (
    <>
      <FormField
        form={form}
        name="name"
        label={t('users.import.fields.name')}
        autoComplete="off"
        isOptional
      />
      <FormField
        form={form}
        name="primaryEmail"
        label={t('users.email')}
        inputMode="email"
        autoComplete="off"
        isOptional
      />
      <FormField
        form={form}
        name="primaryPhone"
        label={t('users.phone')}
        help={t('users.phone_help')}
        inputMode="tel"
        autoComplete="off"
        isOptional
      />
      <FormField
        form={form}
        name="username"
        label={t('users.username')}
        help={t('users.username_help')}
        autoComplete="off"
        isOptional
      />
      <PasswordChoice form={form} name="password" label={t('users.password.first')} />
    </>
  );
};
