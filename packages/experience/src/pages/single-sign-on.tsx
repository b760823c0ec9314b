import { Button } from '@gatehouse/ui/button.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { TextLink } from '@gatehouse/ui/link.tsx';
import { useState } from 'react';
import { get } from '../api.ts';
import { data, t } from '../data.ts';
import { Form, useAction } from '../form.tsx';
import { Frame } from '../frame.tsx';
import { IdentifierField, useIdentifier } from '../identifier-field.tsx';
import { go } from '../location.ts';

/** People of an enterprise say their address, and are sent to where their enterprise knows them. */
export const SingleSignOn = () => {
  const [ids, setIds] = useState<string[]>();
  const identifier = useIdentifier(['email']);
  const action = useAction();
  const connectors = data.signInExperience.ssoConnectors.filter(({ id }) => ids?.includes(id));
  const submit = async () => {
    const who = identifier.read();
    if (!who) return;
    await action.run(async () => {
      const { connectorIds } = await get('/experience/sso-connectors', { email: who.value });
      setIds(connectorIds);
      const [only, ...others] = connectorIds;
      if (only && others.length === 0) go(`/direct/sso/${only}`);
    });
  };
  return (
    <Frame
      title={t('single_sign_on.title')}
      description={t('single_sign_on.text')}
      footer={
        <p>
          <TextLink href="/sign-in">{t('single_sign_on.another_way')}</TextLink>
        </p>
      }
    >
      <Form action={action} submitLabel={t('sign_in.submit')} onSubmit={() => void submit()}>
        <IdentifierField state={identifier} autoFocus />
        {ids?.length === 0 && <p role="status">{t('single_sign_on.nobody')}</p>}
      </Form>
      {connectors.length > 1 && (
        <Stack gap={2}>
          {connectors.map(({ id, connectorName }) => (
            <Button key={id} size="large" isFullWidth href={`/direct/sso/${id}`}>
              {t('single_sign_on.continue_with', { name: connectorName })}
            </Button>
          ))}
        </Stack>
      )}
    </Frame>
  );
};
