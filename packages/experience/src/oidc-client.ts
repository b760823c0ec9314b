import { ExperienceError } from './api.ts';
import { data, t } from './data.ts';
import { baseUrl, settleAt } from './location.ts';

export type Tokens = {
  accessToken: string;
  idToken: string;
  refreshToken?: string;
  scope: string;
  expiresAt: number;
};
type Started = { state: string; nonce: string; verifier: string; returnTo: string };
type Answer = {
  access_token: string;
  id_token?: string;
  refresh_token?: string;
  scope?: string;
  expires_in: number;
};

const oidc = (path: string) => `${baseUrl}/oidc${path}`;

const toText = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

const random = () => toText(crypto.getRandomValues(new Uint8Array(32)));

/** RFC 7636 section 4.2. Browsers hash only on pages that come securely. */
const challengeOf = async (verifier: string) => {
  if (!window.isSecureContext) throw new ExperienceError('insecure_context', t('errors.insecure'));
  return toText(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))));
};

/** The claims of a JWT. Undefined for other tokens. */
export const claimsOf = (token: string): Record<string, unknown> | undefined => {
  const [, payload, signature] = token.split('.');
  if (!payload || signature === undefined) return undefined;
  const bytes = Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), character =>
    character.charCodeAt(0),
  );
  return JSON.parse(new TextDecoder().decode(bytes));
};

/** Tokens are kept in this tab only. */
const createTabStorage = (clientId: string) => {
  const storageKey = `gatehouse:${data.tenantId}:${clientId}`;
  const read = (): { started?: Started; tokens?: Tokens } =>
    JSON.parse(window.sessionStorage.getItem(storageKey) ?? '{}');
  return {
    read,
    write: (kept: ReturnType<typeof read>) => window.sessionStorage.setItem(storageKey, JSON.stringify(kept)),
    forget: () => window.sessionStorage.removeItem(storageKey),
  };
};

const requestTokens = async (parameters: Record<string, string>): Promise<Answer> => {
  const response = await fetch(oidc('/token'), {
    method: 'POST',
    body: new URLSearchParams(parameters),
  }).catch(() => {
    throw new ExperienceError('network', t('errors.offline'));
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new ExperienceError(answer.error ?? 'unexpected', answer.error_description ?? t('errors.unexpected'));
};

/** A page of ours as a client of the tenant's own provider: what it was given stays in this tab. */
export const createOidcClient = (clientId: string, home: string) => {
  const redirectUri = `${baseUrl}${home}`;
  const { read, write, forget } = createTabStorage(clientId);
  const ask = (parameters: Record<string, string>) => requestTokens({ client_id: clientId, ...parameters });
  const keepTokens = (answer: Answer, before?: Tokens) => {
    const tokens = {
      accessToken: answer.access_token,
      idToken: answer.id_token ?? before?.idToken ?? '',
      refreshToken: answer.refresh_token ?? before?.refreshToken,
      scope: answer.scope ?? before?.scope ?? '',
      expiresAt: Date.now() + answer.expires_in * 1000,
    };
    write({ tokens });
    return tokens;
  };

  const finish = async (): Promise<Tokens | undefined> => {
    const query = new URLSearchParams(window.location.search);
    const { started, tokens } = read();
    if (!query.has('state')) return tokens;
    settleAt(started?.returnTo ?? window.location.pathname);
    // The user returned to a callback URL that was already used.
    if (!started || query.get('state') !== started.state) return tokens;
    write({ tokens });
    const error = query.get('error');
    if (error) throw new ExperienceError(error, query.get('error_description') ?? t('errors.unexpected'));
    const answer = await ask({
      grant_type: 'authorization_code',
      code: query.get('code') ?? '',
      redirect_uri: redirectUri,
      code_verifier: started.verifier,
    });
    if (claimsOf(answer.id_token ?? '')?.nonce !== started.nonce)
      throw new ExperienceError('nonce', t('errors.unexpected'));
    return keepTokens(answer);
  };
  let finished: Promise<Tokens | undefined> | undefined;

  return {
    /** The tokens of this tab, after what the address brought back was taken; once for each load of the page. */
    start: () => {
      finished ??= finish();
      return finished;
    },

    /** Leaves for the sign-in pages, and comes back to where it was. */
    async signIn(parameters: Record<string, string>) {
      const started = { state: random(), nonce: random(), verifier: random() };
      write({ ...read(), started: { ...started, returnTo: window.location.pathname } });
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        state: started.state,
        nonce: started.nonce,
        code_challenge: await challengeOf(started.verifier),
        code_challenge_method: 'S256',
        ...parameters,
      });
      window.location.assign(oidc(`/auth?${query}`));
      await new Promise<never>(() => {});
    },

    /** New tokens for the old ones. */
    async refresh(tokens: Tokens) {
      const { refreshToken: token = '' } = tokens;
      return keepTokens(await ask({ grant_type: 'refresh_token', refresh_token: token }), tokens);
    },

    /** An access token for an API or an organization. It is not stored. */
    async tokenFor(tokens: Tokens, audience: Record<string, string>) {
      const { refreshToken: token = '' } = tokens;
      const answer = await ask({ grant_type: 'refresh_token', refresh_token: token, ...audience });
      const next = { ...tokens, refreshToken: answer.refresh_token ?? token };
      write({ tokens: next });
      return { tokens: next, accessToken: answer.access_token };
    },

    forget,

    signOut(idToken: string) {
      forget();
      const query = { client_id: clientId, id_token_hint: idToken, post_logout_redirect_uri: redirectUri };
      window.location.assign(oidc(`/session/end?${new URLSearchParams(query)}`));
    },
  };
};

/** The userinfo of the owner of the token. */
export const readUserInfo = async (accessToken: string): Promise<Record<string, unknown> | undefined> => {
  const response = await fetch(oidc('/me'), { headers: { Authorization: `Bearer ${accessToken}` } });
  return response.ok ? response.json() : undefined;
};
