import { dateFormat } from '@gatehouse/phrases/formatters.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { Card } from '@gatehouse/ui/card.tsx';
import { CodeBlock } from '@gatehouse/ui/code-block.tsx';
import { Text } from '@gatehouse/ui/text.tsx';
import { type ReactNode, useEffect, useState } from 'react';
import { data } from '../data.ts';
import { claimsOf, readUserInfo, type Tokens } from '../oidc-client.ts';
import { say } from './client.ts';

type TokenCardsProps = { tokens: Tokens; apiToken?: string; isBusy: boolean; refresh: () => void };

/** The tokens that the application got, decoded and as sent. */
export const TokenCards = ({ tokens, apiToken, isBusy, refresh }: TokenCardsProps) => {
  const { idToken, accessToken, refreshToken, expiresAt } = tokens;
  const time = dateFormat(data.language, { timeStyle: 'medium' }).format(expiresAt);
  return (
    <>
      <UserInfo accessToken={accessToken} />
      <Token title={say('tokens.id_token')} token={idToken} />
      <Token
        title={say('tokens.access_token')}
        token={accessToken}
        note={say('expires', { time })}
        actions={
          refreshToken && (
            <Button size="small" isLoading={isBusy} onClick={refresh}>
              {say('tokens.refresh')}
            </Button>
          )
        }
      />
      {apiToken && <Token title={say('tokens.api_token')} token={apiToken} />}
      <Card title={say('tokens.refresh_token')}>
        {refreshToken ? (
          <CodeBlock code={refreshToken} label={say('tokens.raw')} />
        ) : (
          <Text tone="soft">{say('tokens.none')}</Text>
        )}
      </Card>
    </>
  );
};

type TokenProps = { title: string; token: string; note?: string; actions?: ReactNode };

const Token = ({ title, token, note, actions }: TokenProps) => {
  const claims = claimsOf(token);
  return (
    <Card title={title} actions={actions}>
      {note && <Text tone="soft">{note}</Text>}
      {claims ? (
        <CodeBlock code={JSON.stringify(claims, null, 2)} label={say('tokens.claims')} />
      ) : (
        <Text tone="soft">{say('tokens.opaque')}</Text>
      )}
      <CodeBlock code={token} label={say('tokens.raw')} />
    </Card>
  );
};

/** Requested again with each access token. */
const UserInfo = ({ accessToken }: { accessToken: string }) => {
  const [info, setInfo] = useState<Record<string, unknown> | 'none'>();
  useEffect(() => {
    void readUserInfo(accessToken).then(
      answer => setInfo(answer ?? 'none'),
      () => setInfo('none'),
    );
  }, [accessToken]);
  if (!info) return null;
  return (
    <Card title={say('tokens.user_info')}>
      {info === 'none' ? (
        <Text tone="soft">{say('tokens.no_user_info')}</Text>
      ) : (
        <CodeBlock code={JSON.stringify(info, null, 2)} label={say('tokens.claims')} />
      )}
    </Card>
  );
};
