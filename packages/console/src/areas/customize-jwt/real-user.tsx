import { tokenCheck } from '@gatehouse/contract/token-check.ts';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import type { ComboboxOption } from '@gatehouse/ui/combobox.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { useState } from 'react';
import { useRead } from '../../api.ts';
import { useT } from '../../phrases.tsx';
import { UserPicker } from '../../pickers/user-picker.tsx';
import { indented } from './samples.ts';

/** A user whose data takes the place of the sample's in test runs. It is not saved with the script. */
export const useRealUser = () => {
  const [chosen, choose] = useState<ComboboxOption[]>([]);
  const userId = chosen[0]?.value ?? '';
  const { data } = useRead(tokenCheck.readScriptContext, { params: { userId } }, { enabled: userId !== '' });
  return { chosen, choose, context: userId === '' ? undefined : data };
};

type RealUserProps = ReturnType<typeof useRealUser>;

const replacedPart = 'context.user';

export const RealUser = ({ chosen, choose, context }: RealUserProps) => {
  const t = useT();
  return (
    <Stack gap={3}>
      <Field label={t('customize_jwt.real_user')} help={t('customize_jwt.real_user_help')} isOptional>
        <UserPicker isSingle value={chosen} onChange={options => choose(options.slice(-1))} />
      </Field>
      {context && <CodeBlock label={replacedPart} language="json" code={indented(context.user)} />}
    </Stack>
  );
};
