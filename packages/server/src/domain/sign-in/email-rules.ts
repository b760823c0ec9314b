import { asSent, domainOf } from '../../email-addresses.ts';
import { disposableDomains } from './disposable-domains.ts';
import type { Rule, SignInConfiguration, SignInContext, Verdict } from './situation.ts';

/**
 * People of these domains come in through their enterprise or not at all: whatever they have typed, and also where they
 * forgot a password that would let them in.
 */
export const isSsoOnly: Rule = (configuration, context) => {
  if (context.proof?.type === 'EnterpriseSso') return undefined;
  const isEnterprise = [addressOf(context), context.user?.email].some(
    address => address && ssoConnectorsOf(configuration, address).length > 0,
  );
  return isEnterprise ? { code: 'session.sso_enabled' } : undefined;
};

/** No reset code is sent to users of an enterprise, because a new password would bypass its SSO. */
export const resetIsSsoOnly: Rule = (configuration, context) =>
  context.event === 'ForgotPassword' ? isSsoOnly(configuration, context) : undefined;

/** The enterprise connectors that are in charge of an address. */
export const ssoConnectorsOf = (
  { singleSignOnEnabled, ssoConnectors }: SignInConfiguration,
  address: string,
): string[] =>
  singleSignOnEnabled
    ? ssoConnectors.filter(({ domains }) => domains.includes(domainOf(address))).map(({ id }) => id)
    : [];

/** Only new addresses are checked: existing accounts stay. */
export const isBlocklisted: Rule = (configuration, context) => {
  const address = addressOf(context);
  if (context.event !== 'Register' || !address) return undefined;
  return judgeAddress(configuration, address);
};

/**
 * Checks an address that a user wants to have against the lists. With an allowlist, only addresses on it are
 * accepted, and blocked ones are still refused.
 */
export const judgeAddress = (
  { emailBlocklistPolicy }: Pick<SignInConfiguration, 'emailBlocklistPolicy'>,
  address: string,
): Verdict | undefined => {
  const { blockDisposableAddresses, blockSubaddressing } = emailBlocklistPolicy;
  const { customAllowlist = [], customBlocklist = [] } = emailBlocklistPolicy;
  const domain = domainOf(address);
  const isIn = (list: readonly string[]) =>
    list.some(item => matchesWildcard(item.startsWith('@') ? `@${domain}` : asSent(address), asSent(item)));
  if (blockSubaddressing && localOf(address).includes('+'))
    return { code: 'session.email_blocklist.email_subaddressing_not_allowed' };
  const isListedOut = customAllowlist.length > 0 && !isIn(customAllowlist);
  if (isIn(customBlocklist) || isListedOut || (blockDisposableAddresses && disposableDomains.has(domain)))
    return { code: 'session.email_blocklist.email_not_allowed', data: { email: address } };
  return undefined;
};

/** `*` stands for any characters. Each is taken back at most once, so that no list makes this slow. */
const matchesWildcard = (text: string, pattern: string) => {
  const [start = '', ...rest] = pattern.split('*');
  const end = rest.pop();
  if (end === undefined) return text === start;
  if (!text.startsWith(start) || !text.endsWith(end) || text.length < start.length + end.length) return false;
  let from = start.length;
  for (const part of rest) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= text.length - end.length;
};

const addressOf = ({ proof, given }: SignInContext) => {
  if (proof?.identifier?.type === 'email') return proof.identifier.value;
  return (proof?.type === 'Social' ? proof.brings?.email : undefined) ?? given.email;
};

const localOf = (address: string) => address.slice(0, address.lastIndexOf('@')).toLowerCase();
