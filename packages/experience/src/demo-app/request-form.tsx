import { Card } from '@gatehouse/ui/card.tsx';
import { Field } from '@gatehouse/ui/field.tsx';
import { Grid } from '@gatehouse/ui/layout.tsx';
import { NativeSelect } from '@gatehouse/ui/native-select.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TextInput } from '@gatehouse/ui/text-input.tsx';
import { useState } from 'react';
import { Form, useAction } from '../form.tsx';
import { client, say } from './client.ts';
import {
  firstScreenOptions,
  keepParameters,
  type ParameterName,
  promptOptions,
  readParameters,
  toRequest,
} from './parameters.ts';

const optionsOf = (values: string[]) => values.map(value => ({ value, label: value }));
const choices = { first_screen: optionsOf(firstScreenOptions), prompt: optionsOf(promptOptions) };
const texts = ['login_hint', 'organization_id', 'resource', 'scope', 'ui_locales'] as const;

/** Everything that an application can add to its request, and the button that sends it. */
export const RequestForm = ({ isAgain }: { isAgain: boolean }) => {
  const [parameters, setParameters] = useState(readParameters);
  const action = useAction();
  const change = (name: ParameterName, value: string) => {
    const next = { ...parameters, [name]: value };
    setParameters(next);
    keepParameters(next);
  };
  const submit = () => {
    keepParameters(parameters);
    void action.run(() => client.signIn(toRequest(parameters)));
  };
  return (
    <Card title={say('ask')}>
      <Text tone="soft">{say('ask_help')}</Text>
      <Form action={action} submitLabel={say(isAgain ? 'sign_in_again' : 'sign_in')} onSubmit={submit}>
        <Grid minWidth="260px">
          {(['first_screen', 'prompt'] as const).map(name => (
            <Field key={name} label={say(`parameters.${name}`)}>
              <NativeSelect
                options={choices[name]}
                placeholder={say('parameters.default')}
                value={parameters[name] ?? ''}
                onChange={({ currentTarget }) => change(name, currentTarget.value)}
              />
            </Field>
          ))}
          {texts.map(name => (
            <Field key={name} label={say(`parameters.${name}`)} help={say(`parameters.${name}_help`)}>
              <TextInput
                dir="ltr"
                autoCapitalize="none"
                spellCheck={false}
                value={parameters[name] ?? ''}
                onChange={({ currentTarget }) => change(name, currentTarget.value)}
              />
            </Field>
          ))}
        </Grid>
      </Form>
    </Card>
  );
};
