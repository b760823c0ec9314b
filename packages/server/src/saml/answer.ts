import { generateId } from '@gatehouse/contract/ids.ts';
import type { SamlApplicationConfig } from '@gatehouse/contract/saml.ts';
import type { UserRow } from '../domain/users.ts';
import { attributesOf, nameIdOf } from './identity.ts';
import { type Authentication, type Failure, printAssertion, printResponse } from './response.ts';
import { sealAssertion } from './seal-assertion.ts';
import { signXml } from './sign-xml.ts';

type Key = { privateKey: string; certificate: string };
type Asked = { issuer: string; audience: string; recipient: string; inResponseTo?: string };

const lifetimeMs = 5 * 60_000;
const newId = () => `_${generateId()}`;

/** What we answer to a service provider: the assertion signed, and sealed for its reader where that is wanted. */
export const answerWith = async (
  user: UserRow,
  config: Pick<SamlApplicationConfig, 'attributeMapping' | 'nameIdFormat' | 'encryption'>,
  asked: Asked & { authentication: Authentication },
  key: Key,
): Promise<string> => {
  const issuedAt = Date.now();
  const assertion = printAssertion({
    ...asked,
    id: newId(),
    issuedAt,
    expiresAt: issuedAt + lifetimeMs,
    nameId: nameIdOf(user, config.nameIdFormat),
    attributes: attributesOf(user, config.attributeMapping),
  });
  const signed = signXml(assertion, 'Assertion', key);
  const { encryptAssertion, encryptThenSign, certificate } = config.encryption ?? {};
  const carried = encryptAssertion && certificate ? await sealAssertion(signed, certificate) : signed;
  const response = printResponse({ ...asked, id: newId(), issuedAt }, carried);
  return encryptAssertion && encryptThenSign ? signXml(response, 'Response', key) : response;
};

/** What we answer when nobody signed in. */
export const answerWithFailure = (asked: Asked, key: Key, failure: Failure) =>
  signXml(
    printResponse({ ...asked, id: newId(), issuedAt: Date.now() }, undefined, failure),
    'Response',
    key,
  );
