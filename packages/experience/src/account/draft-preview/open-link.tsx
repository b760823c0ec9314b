import { draftPreviewLinkPath, draftPreviewPath } from '@gatehouse/contract/draft-preview-paths.ts';
import { Button } from '@gatehouse/ui/button.tsx';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api.ts';
import { data } from '../../data.ts';
import { Failure, useAction } from '../../form.tsx';
import { Frame } from '../../frame.tsx';
import { baseUrl } from '../../location.ts';
import { createOidcClient } from '../../oidc-client.ts';
import { say } from '../client.ts';

const client = createOidcClient('account-center', draftPreviewLinkPath);
const storageKey = `gatehouse:${data.tenantId}:draft-preview`;

/** The part after `#` never reaches a server. It is kept in this tab during the sign-in. */
const takeToken = () => {
  const { hash, pathname, search } = window.location;
  if (hash.length > 1) {
    window.sessionStorage.setItem(storageKey, hash.slice(1));
    window.history.replaceState(null, '', pathname + search);
  }
  return window.sessionStorage.getItem(storageKey);
};

const open = async (token: string, accessToken: string) => {
  const headers = { Authorization: `Bearer ${accessToken}` };
  await call('POST', `${baseUrl}/api/my-account/draft-preview`, { token }, headers);
  window.sessionStorage.removeItem(storageKey);
  window.location.replace(`${baseUrl}${draftPreviewPath}/sign-in`);
  await new Promise<never>(() => {});
};

/** The page of a preview link: the sign-in of the live tenant says whether the visitor is a tester. */
export const OpenLink = () => {
  const [token] = useState(takeToken);
  const [isAsked, setIsAsked] = useState(false);
  const action = useAction();
  const begin = useEffectEvent(() =>
    action.run(async () => {
      const tokens = token === null ? undefined : await client.start();
      // The account center of this tab needs more than this token allows.
      client.forget();
      if (token === null || !tokens) setIsAsked(true);
      else await open(token, tokens.accessToken);
    }),
  );
  useEffect(() => void begin(), []);
  if (token === null)
    return <Frame title={say('draft_preview.open_title')} description={say('draft_preview.no_link')} />;
  const isFailed = action.failure !== undefined;
  if (!isFailed && !isAsked)
    return <Frame title={say('draft_preview.open_title')} description={say('draft_preview.opening')} />;
  const signIn = () => client.signIn({ scope: 'openid', ...(isFailed ? { prompt: 'login' } : {}) });
  return (
    <Frame title={say('draft_preview.open_title')} description={say('draft_preview.open_text')}>
      <Failure action={action} />
      <Button
        variant="primary"
        size="large"
        isFullWidth
        isLoading={action.isBusy}
        onClick={() => void signIn()}
      >
        {say(isFailed ? 'draft_preview.other_account' : 'draft_preview.sign_in')}
      </Button>
    </Frame>
  );
};
