import { sign } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { samlBindings } from '@gatehouse/contract/saml.ts';
import type { MessageParameter } from '../saml/message-parameter.ts';
import { signXml } from '../saml/sign-xml.ts';

type Key = { privateKey: string; certificate: string };

/** The browser's next step: it opens a URL or submits a form. */
export type Outbound = { address: string; fields?: Record<string, string> };

type Message = {
  parameter: MessageParameter;
  xml: string;
  to: string;
  binding: string;
  relayState: string;
};

const algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';

/** Signs a message as its binding wants it: the address, or the message itself. */
export const packMessage = ({ parameter, xml, to, binding, relayState }: Message, key: Key): Outbound => {
  if (binding === samlBindings.post) {
    const element = parameter === 'SAMLRequest' ? 'LogoutRequest' : 'LogoutResponse';
    const message = Buffer.from(signXml(xml, element, key)).toString('base64');
    return {
      address: to,
      fields: { [parameter]: message, ...(relayState ? { RelayState: relayState } : {}) },
    };
  }
  // The order counts (SAML bindings, section 3.4.4.1).
  const signed = [
    [parameter, deflateRawSync(Buffer.from(xml)).toString('base64')],
    ...(relayState ? [['RelayState', relayState]] : []),
    ['SigAlg', algorithm],
  ]
    .map(([name, value = '']) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const signature = sign('sha256', Buffer.from(signed), key.privateKey).toString('base64');
  const separator = to.includes('?') ? '&' : '?';
  return { address: `${to}${separator}${signed}&Signature=${encodeURIComponent(signature)}` };
};
