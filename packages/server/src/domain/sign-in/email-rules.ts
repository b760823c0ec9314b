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

/** The enterprise connectors that are in charge of an address. */
export const ssoConnectorsOf = (
  { singleSignOnEnabled, ssoConnectors }: SignInConfiguration,
  address: string,
): string[] =>
  singleSignOnEnabled
    ? ssoConnectors.filter(({ domains }) => domains.includes(domainOf(address))).map(({ id }) => id)
    : [];

/** Only new addresses are looked at: whoever has an account keeps it. */
export const isBlocklisted: Rule = (configuration, context) => {
  const address = addressOf(context);
  if (context.event !== 'Register' || !address) return undefined;
  return judgeAddress(configuration, address);
};

/** What the blocklist says of an address that a user wants to have. */
export const judgeAddress = (
  { emailBlocklistPolicy }: Pick<SignInConfiguration, 'emailBlocklistPolicy'>,
  address: string,
): Verdict | undefined => {
  const { blockDisposableAddresses, blockSubaddressing } = emailBlocklistPolicy;
  const { customAllowlist = [], customBlocklist = [] } = emailBlocklistPolicy;
  const lower = address.toLowerCase();
  const domain = domainOf(lower);
  const isIn = (list: readonly string[]) =>
    list.some(item => [lower, `@${domain}`].includes(item.toLowerCase()));
  if (isIn(customAllowlist)) return undefined;
  if (blockSubaddressing && lower.slice(0, lower.lastIndexOf('@')).includes('+'))
    return { code: 'session.email_blocklist.email_subaddressing_not_allowed' };
  if (isIn(customBlocklist) || (blockDisposableAddresses && disposableDomains.has(domain)))
    return { code: 'session.email_blocklist.email_not_allowed', data: { email: address } };
  return undefined;
};

const addressOf = ({ proof, given }: SignInContext) => {
  if (proof?.identifier?.type === 'email') return proof.identifier.value;
  return (proof?.type === 'Social' ? proof.brings?.email : undefined) ?? given.email;
};

export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase();
