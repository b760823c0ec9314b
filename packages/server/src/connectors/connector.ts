import type { ConnectorErrorCode, ConnectorFactory, FormItem } from '@gatehouse/contract/connectors.ts';
import type { TemplateType } from '@gatehouse/contract/email-templates.ts';
import { z } from 'zod';
import type { Outgoing } from '../outgoing/outgoing.ts';
import { type Claimed, keepVouched, type Verifies } from './vouching.ts';
import { type ConnectorWords, inEnglish } from './words.ts';

/**
 * A failure at a provider, as one of the connector error codes. The message may be shown to the administrator who set
 * it up.
 */
export class ConnectorError extends Error {
  override name = 'ConnectorError';
  readonly code: ConnectorErrorCode;

  constructor(code: ConnectorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Signs claims with a key that the tenant publishes. */
export type Sign = (claims: { iss: string; [name: string]: unknown }) => Promise<string>;

/** The authorization request of a social or enterprise sign-in. Only the server knows the nonce and the verifier. */
export type AuthorizationRequest = {
  state: string;
  redirectUri: string;
  nonce: string;
  codeVerifier: string;
  /** The provider issued the credential before this request was made, so it cannot have the nonce. */
  isGivenElsewhere?: boolean;
  /** A session that the provider still has is not enough: the user signs in there now. */
  isFresh?: boolean;
  /** Shows the provider who we are, where it wants no secret. */
  sign?: Sign;
};

/** Tokens that a provider gave for a user. */
export type TokenSet = {
  accessToken: string;
  refreshToken?: string;
  idToken?: string;
  scope?: string;
  tokenType?: string;
  /** Milliseconds since 1970. */
  expiresAt?: number;
};

/** A social or enterprise account. It has an email address or phone number only if the provider vouches for it. */
export type SocialAccount = {
  id: string;
  name?: string;
  email?: string;
  phone?: string;
  avatar?: string;
  rawData: Record<string, unknown>;
  tokens?: TokenSet;
};

/** The same as the provider tells it; what of it is believed is decided by what the provider verifies. */
export type ClaimedAccount = SocialAccount & Claimed;

/** The parameters with which the provider redirected the browser back. */
export type Callback = Record<string, unknown>;

type Social<Config, Account = SocialAccount> = {
  authorizationUri(
    outgoing: Outgoing,
    config: Config,
    request: AuthorizationRequest,
  ): string | Promise<string>;
  readAccount(
    outgoing: Outgoing,
    config: Config,
    callback: Callback,
    request: AuthorizationRequest,
  ): Promise<Account>;
  /** New tokens for old ones, where the provider gives some. */
  renewTokens?(outgoing: Outgoing, config: Config, refreshToken: string, sign?: Sign): Promise<TokenSet>;
};

/** A message as it goes out. Connectors that write it themselves have the type and the payload. */
export type OutgoingMessage = {
  to: string;
  type: TemplateType;
  payload: Record<string, unknown>;
  subject: string;
  text: string;
  html: string;
  replyTo?: string;
  /** Overrides the sender's name and address of the connector. */
  from?: string;
};

type Send<Config> = (outgoing: Outgoing, config: Config, message: OutgoingMessage) => Promise<void>;

/** A kind of connector that tenants can set up: what it says of itself, what it is set up with, and what it does. */
export type Factory = {
  metadata: ConnectorFactory;
  /** The same in a language, where it is one of ours. */
  describe?: Describe;
  /** Lists the problems of a configuration. */
  judge(config: unknown): Promise<readonly z.core.$ZodIssue[]>;
  social?: Social<unknown>;
  send?: Send<unknown>;
};

type Describe = (t: ConnectorWords) => ConnectorFactory;

type Definition<Schema extends z.ZodType> = {
  metadata: ConnectorFactory | Describe;
  config: Schema;
  social?: Social<z.infer<Schema>, ClaimedAccount> & { verifies: Verifies };
  send?: Send<z.infer<Schema>>;
};

/** Outside packages export what this makes, too. What is stored is checked again before it is used. */
export const defineConnector = <Schema extends z.ZodType>({
  metadata,
  config: schema,
  social,
  send,
}: Definition<Schema>): Factory => {
  const read = (config: unknown): z.infer<Schema> => {
    const parsed = schema.safeParse(config);
    if (!parsed.success) throw new ConnectorError('invalid_config', z.prettifyError(parsed.error));
    return parsed.data;
  };
  return {
    ...(typeof metadata === 'function'
      ? { metadata: metadata(inEnglish), describe: metadata }
      : { metadata }),
    judge: async config => schema.safeParse(config).error?.issues ?? [],
    ...(social
      ? {
          social: {
            authorizationUri: (outgoing, config, request) =>
              social.authorizationUri(outgoing, read(config), request),
            readAccount: async (outgoing, config, callback, request) => {
              const account = await social.readAccount(outgoing, read(config), callback, request);
              return keepVouched(social.verifies, config, account);
            },
            ...(social.renewTokens
              ? {
                  renewTokens: (outgoing, config, refreshToken, sign) =>
                    social.renewTokens!(outgoing, read(config), refreshToken, sign),
                }
              : {}),
          },
        }
      : {}),
    ...(send ? { send: (outgoing, config, message) => send(outgoing, read(config), message) } : {}),
  };
};

export const text = z.string().min(1).max(4096);

type ItemOptions = Partial<Omit<FormItem, 'type' | 'key' | 'label'>>;

export const textItem = (key: string, label: string, options: ItemOptions = {}): FormItem => ({
  type: 'Text',
  key,
  label,
  required: true,
  ...options,
});

export const secretItem = (key: string, label: string, options: ItemOptions = {}): FormItem =>
  textItem(key, label, { isConfidential: true, ...options });

export const selectItem = (
  key: string,
  label: string,
  values: readonly string[],
  options: ItemOptions = {},
): FormItem => ({
  type: 'Select',
  key,
  label,
  selectItems: values.map(value => ({ value, title: value })),
  ...options,
});
