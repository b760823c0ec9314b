import { Button } from '@gatehouse/ui/button.tsx';
import { Callout } from '@gatehouse/ui/callout.tsx';
import { Stack } from '@gatehouse/ui/layout.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { TopBarPage } from '@gatehouse/ui/top-bar-page.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAction } from '../form.tsx';
import { BrandLogo } from '../frame.tsx';
import { baseUrl } from '../location.ts';
import { claimsOf, type Tokens } from '../oidc-client.ts';
import { client, say } from './client.ts';
import { readParameters, toAudience } from './parameters.ts';
import { RequestForm } from './request-form.tsx';
import { TokenCards } from './token-cards.tsx';

/** An application that signs people in by the real flow and shows all that it is given. */
export const DemoApp = () => {
  const [tokens, setTokens] = useState<Tokens>();
  const [apiToken, setApiToken] = useState<string>();
  const [isReady, setIsReady] = useState(false);
  const [isRefreshed, setIsRefreshed] = useState(false);
  const { run, isBusy, failure } = useAction();
  /** If the form names a resource, there is also a token for it. */
  const show = async (known: Tokens | undefined) => {
    setTokens(known);
    const audience = toAudience(readParameters());
    if (!known?.refreshToken || Object.keys(audience).length === 0) return;
    const answer = await client.tokenFor(known, audience);
    setTokens(answer.tokens);
    setApiToken(answer.accessToken);
  };
  const begin = useEffectEvent(async () => {
    await run(async () => show(await client.start()));
    setIsReady(true);
  });
  useEffect(() => {
    document.title = say('title');
    void begin();
  }, []);
  const refresh = async (known: Tokens) => {
    setIsRefreshed(false);
    setIsRefreshed(await run(async () => show(await client.refresh(known))));
  };
  if (!isReady) return null;
  return (
    <TopBarPage
      logo={<BrandLogo />}
      name={say('title')}
      actions={
        tokens && (
          <>
            <Button size="small" variant="quiet" href={`${baseUrl}/account`}>
              {say('account')}
            </Button>
            <Button size="small" onClick={() => client.signOut(tokens.idToken)}>
              {say('sign_out')}
            </Button>
          </>
        )
      }
    >
      <Stack gap={5}>
        <h1>{tokens ? say('signed_in_as', { user: nameOf(tokens) }) : say('title')}</h1>
        {!tokens && <Text tone="soft">{say('intro')}</Text>}
        {failure && (
          <Callout tone="danger" title={say('failed')}>
            {failure}
          </Callout>
        )}
        {isRefreshed && (
          <div role="status">
            <Callout tone="success">{say('tokens.refreshed')}</Callout>
          </div>
        )}
        {tokens && (
          <TokenCards
            tokens={tokens}
            apiToken={apiToken}
            isBusy={isBusy}
            refresh={() => void refresh(tokens)}
          />
        )}
        <RequestForm isAgain={!!tokens} />
      </Stack>
    </TopBarPage>
  );
};

const nameOf = ({ idToken }: Tokens) => {
  const { name, username, email, sub } = claimsOf(idToken) ?? {};
  return String(name ?? username ?? email ?? sub);
};
