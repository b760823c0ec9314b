import { minuteMs } from '@gatehouse/contract/duration.ts';
import { generateId } from '@gatehouse/contract/ids.ts';
import type { SamlApplicationConfig } from '@gatehouse/contract/saml.ts';
import type { UserRow } from '../domain/user-row.ts';
import type { Groups } from './groups.ts';
import { attributesOf } from './identity.ts';
import {
  type AssertionFields,
  type Authentication,
  type Failure,
  printAssertion,
  printResponse,
} from './response.ts';
import { sealAssertion } from './seal-assertion.ts';
import { signXml } from './sign-xml.ts';

type Key = { privateKey: string; certificate: string };
type Asked = { issuer: string; audience: string; recipient: string; inResponseTo?: string };

const lifetimeMs = 5 * minuteMs;
const newId = () => `_${generateId()}`;

/** Builds the response to a service provider, signed and encrypted as configured. */
export const answerWith = async (
  { user, groups, nameId }: { user: UserRow; groups: Groups; nameId: AssertionFields['nameId'] },
  config: Pick<SamlApplicationConfig, 'attributeMapping' | 'encryption' | 'signedElement'>,
  asked: Asked & { authentication: Authentication },
  key: Key,
): Promise<string> => {
  const issuedAt = Date.now();
  const assertion = printAssertion({
    ...asked,
    id: newId(),
    issuedAt,
    expiresAt: issuedAt + lifetimeMs,
    nameId,
    attributes: attributesOf(user, config.attributeMapping, groups),
  });
  const signed = config.signedElement === 'Response' ? assertion : signXml(assertion, 'Assertion', key);
  const { encryptAssertion, encryptThenSign, certificate } = config.encryption ?? {};
  const carried = encryptAssertion && certificate ? await sealAssertion(signed, certificate) : signed;
  const response = printResponse({ ...asked, id: newId(), issuedAt }, carried);
  const isResponseSigned = config.signedElement !== 'Assertion' || (encryptAssertion && encryptThenSign);
  return isResponseSigned ? signXml(response, 'Response', key) : response;
};

/** The response if the sign-in did not happen. */
export const answerWithFailure = (asked: Asked, key: Key, failure: Failure) =>
  signXml(
    printResponse({ ...asked, id: newId(), issuedAt: Date.now() }, undefined, failure),
    'Response',
    key,
  );
