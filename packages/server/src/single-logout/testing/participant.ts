import { samlBindings } from '@gatehouse/contract/saml.ts';
import type { Profile, SAML, SamlConfig } from '@node-saml/node-saml';
import { expect } from 'vitest';
import type { TestApp } from '../../http/testing/app.ts';
import { type Browser, signIn } from '../../http/testing/browser.ts';
import { createCertificate } from '../../saml/certificate.ts';
import { signXml } from '../../saml/sign-xml.ts';
import { createServiceProvider } from '../../saml/testing/service-provider.ts';

export const password = 'correct horse battery';

type Options = { binding?: keyof typeof samlBindings; responseUrl?: string; fields?: object };

/** Private methods of the library. */
type Inside = {
  _generateLogoutRequest(user: Profile): Promise<string>;
  _generateLogoutResponse(request: Profile, success: boolean): string;
};

/** The form that a page submits automatically to the peer. */
export const formOf = (text: string) => {
  const decode = (value: string) => value.replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(code));
  const fields = [...text.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, decode(value)] as const,
  );
  return { action: decode(/action="([^"]*)"/.exec(text)?.[1] ?? ''), ...Object.fromEntries(fields) } as {
    action: string;
    SAMLRequest?: string;
    SAMLResponse?: string;
    RelayState?: string;
  };
};

export const postForm = (browser: Browser, address: string, fields: Record<string, string>) =>
  browser.send(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });

/** A SAML application whose service provider others have written. It signs, and takes part in single logout. */
export const createParticipant = async (app: TestApp, name: string, options: Options = {}) => {
  const { binding = 'redirect', responseUrl, fields = {} } = options;
  const origin = app.env.ENDPOINT;
  const key = await createCertificate({ subject: `${name}.example`, years: 1 });
  const entityId = `https://${name}.example/saml`;
  const slo = `https://${name}.example/slo`;
  const { body } = await app.manage('POST', '/saml-applications', { name });
  const id: string = body.id;
  const change = async (patch: object) => {
    const { status, text } = await app.manage('PATCH', `/saml-applications/${id}`, patch);
    expect(status, text).toBe(200);
  };
  await change({
    entityId,
    acsUrl: { binding: samlBindings.post, url: `https://${name}.example/acs` },
    requestSigning: { certificate: key.certificate, isRequired: false },
    singleLogout: { binding: samlBindings[binding], url: slo, ...(responseUrl ? { responseUrl } : {}) },
    ...fields,
  });
  const logoutEndpoint = `${origin}/api/saml/${id}/logout`;
  const serviceProvider = (more: Partial<SamlConfig> = {}) =>
    createServiceProvider(origin, id, {
      issuer: entityId,
      audience: entityId,
      callbackUrl: `https://${name}.example/acs`,
      logoutUrl: logoutEndpoint,
      idpIssuer: `${origin}/saml/${id}`,
      disableRequestedAuthnContext: true,
      signatureAlgorithm: 'sha256',
      privateKey: key.privateKey,
      publicCert: key.certificate,
      ...more,
    });
  const sp = await serviceProvider();
  const inside = (each: SAML) => each as unknown as Inside;
  return {
    id,
    name,
    key,
    sp,
    slo,
    logoutEndpoint,
    change,
    serviceProvider,
    /** Signs in to the application, with the session of the browser where there is one. */
    async enter(browser: Browser, username = 'ada'): Promise<Profile> {
      const begun = await browser.send(await sp.getAuthorizeUrlAsync('', undefined, {}));
      let page = await browser.follow(begun.location ?? '', origin);
      if (page.address.includes('/sign-in'))
        page = await browser.follow(await signIn(browser, origin, { username, password }), origin);
      const { SAMLResponse = '' } = formOf(page.answer?.text ?? '');
      const { profile } = await sp.validatePostResponseAsync({ SAMLResponse });
      expect(profile?.sessionIndex).toBeTruthy();
      return profile!;
    },
    /** Whether the browser is signed in without a prompt. */
    async isIn(browser: Browser) {
      const begun = await browser.send(await sp.getAuthorizeUrlAsync('', undefined, {}));
      return !(await browser.follow(begun.location ?? '', origin)).address.includes('/sign-in');
    },
    askByAddress: (profile: Profile, relayState = 'the relay') =>
      sp.getLogoutUrlAsync(profile, relayState, {}),
    /** The XML of a request, and the same signed. */
    askPlainly: (profile: Profile, from = sp) => inside(from)._generateLogoutRequest(profile),
    sign: (xml: string, element: 'LogoutRequest' | 'LogoutResponse' = 'LogoutRequest') =>
      signXml(xml, element, key),
    send: (browser: Browser, xml: string, parameter = 'SAMLRequest') =>
      postForm(browser, logoutEndpoint, {
        [parameter]: Buffer.from(xml).toString('base64'),
        RelayState: 'the relay',
      }),
    /** Validates the message that the browser delivered, including its signature, with the library. */
    async hear(address: string) {
      const { origin: host, pathname, search, searchParams } = new URL(address);
      expect(`${host}${pathname}`).toMatch(`https://${name}.example/`);
      return sp.validateRedirectAsync(Object.fromEntries(searchParams), search.slice(1));
    },
    answerByAddress: (request: Profile, isDone = true) =>
      sp.getLogoutResponseUrlAsync(request, '', {}, isDone),
    answerPlainly: (request: Profile, isDone = true) => inside(sp)._generateLogoutResponse(request, isDone),
  };
};
export type ServiceParticipant = Awaited<ReturnType<typeof createParticipant>>;
