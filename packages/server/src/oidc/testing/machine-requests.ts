import {
  managementAudience,
  organizationAudience,
  organizationResource,
} from '@gatehouse/contract/dialect.ts';

export type Machine = { id: string; secret: string };
export type TokenRequest = { method?: string; headers?: Record<string, string>; body?: string };

export const ordersApi = 'https://orders.example/api';
export const formType = 'application/x-www-form-urlencoded';

const management = managementAudience('default');
const form = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();
const grant = { grant_type: 'client_credentials' };
const plain = { ...grant, resource: management, scope: 'all' };

const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });

/** Common token requests of machine-to-machine apps, all of which are granted. */
export const commonRequests = ({ id, secret }: Machine): Record<string, TokenRequest> => {
  const headers = basic(id, secret);
  const ask = (parameters: Record<string, string>) => ({ headers, body: form(parameters) });
  return {
    'a secret in the header': ask(plain),
    'a secret in the body': { body: form({ ...plain, client_id: id, client_secret: secret }) },
    'an id in header and body': ask({ ...plain, client_id: id }),
    'no scope': ask({ ...grant, resource: management }),
    'a scope twice, and some that are not granted': ask({ ...plain, scope: 'all made:up all openid' }),
    'only scopes that are not granted': ask({ ...plain, scope: 'openid made:up' }),
    'another resource': ask({ ...plain, resource: ordersApi, scope: 'read:orders write:orders' }),
    'a character set': {
      headers: { ...headers, 'content-type': `${formType};charset=UTF-8` },
      body: form(plain),
    },
    'the scheme in capitals': {
      headers: { authorization: headers.authorization.replace('Basic', 'BASIC') },
      body: form(plain),
    },
    'a proxy': {
      headers: { ...headers, 'x-forwarded-for': '203.0.113.7, 10.0.0.1', 'user-agent': 'robot/1' },
      body: form(plain),
    },
  };
};

/** Requests that must be refused, or that need a rule which machine-to-machine apps seldom need. */
export const unusualRequests = ({ id, secret }: Machine): Record<string, TokenRequest> => {
  const headers = basic(id, secret);
  const ask = (parameters: Record<string, string>, more = '') => ({
    headers,
    body: `${form(parameters)}${more}`,
  });
  const askAs = (more: Record<string, string>) => ({ headers: { ...headers, ...more }, body: form(plain) });
  const authorize = (authorization: string) => ({ headers: { authorization }, body: form(plain) });
  const encodedSecret = secret.replace(/^./, first => `%${first.charCodeAt(0).toString(16)}`);
  return {
    'a wrong secret': authorize(basic(id, 'wrong').authorization),
    'a wrong secret of the same length': authorize(basic(id, 'x'.repeat(secret.length)).authorization),
    'a wrong secret in the body': { body: form({ ...plain, client_id: id, client_secret: 'wrong' }) },
    'an empty secret': authorize(basic(id, '').authorization),
    'no credentials': { body: form(plain) },
    'only an id': { body: form({ ...plain, client_id: id }) },
    'only a secret': { body: form({ ...plain, client_secret: secret }) },
    'nobody’s id': authorize(basic('nobody', secret).authorization),
    'the id of our own pages': authorize(basic('demo-app', secret).authorization),
    'two mechanisms': ask({ ...plain, client_secret: secret }),
    'two ids': ask({ ...plain, client_id: 'other' }),
    'an encoded secret': authorize(basic(id, encodedSecret).authorization),
    'too much padding': authorize(`${headers.authorization}=`),
    'no base64': authorize('Basic ~~~'),
    'no colon': authorize(`Basic ${btoa(id)}`),
    'another scheme': authorize(`Bearer ${secret}`),
    'an assertion': {
      body: form({
        ...plain,
        client_assertion: 'e30.e30.',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      }),
    },
    'a proof of possession': askAs({ dpop: 'none' }),
    'a foreign page': askAs({ origin: 'https://evil.example' }),
    'a browser that wants a page': { headers: { accept: 'text/html' }, body: form(plain) },
    'an unknown parameter': ask({ ...plain, audience: management }),
    'an organization': ask({ ...grant, organization_id: 'acme' }),
    'an organization as the resource': ask({ ...plain, resource: organizationAudience('acme') }),
    'all organizations': ask({ ...plain, resource: organizationResource }),
    'no resource': ask(grant),
    'an empty resource': ask({ ...plain, resource: '' }),
    'two resources': ask(plain, `&${form({ resource: ordersApi })}`),
    'one resource twice': ask(plain, `&${form({ resource: management })}`),
    'an unknown resource': ask({ ...plain, resource: 'https://nothing.example' }),
    'a resource that is no address': ask({ ...plain, resource: 'orders' }),
    'a resource with a fragment': ask({ ...plain, resource: `${management}#x` }),
    'an empty scope': ask({ ...plain, scope: '' }),
    'a scope with odd characters': ask({ ...plain, scope: 'all "' }),
    'two spaces between scopes': ask({ ...plain, scope: 'all  all' }),
    'two scope parameters': ask(plain, '&scope=all'),
    'two grant types': ask(plain, '&grant_type=client_credentials'),
    'no grant type': ask({ resource: management }),
    'another grant type': ask({ ...plain, grant_type: 'refresh_token', refresh_token: 'x' }),
    'a made-up grant type': ask({ ...plain, grant_type: 'password' }),
    'an empty body': { headers, body: '' },
    'a large body': ask({ ...plain, scope: `all ${'x'.repeat(20 * 1024)}` }),
    'a body that is too large': ask({ ...plain, scope: 'x'.repeat(60 * 1024) }),
    'another character set': askAs({ 'content-type': `${formType}; charset=latin1` }),
    'a body of JSON': {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(plain),
    },
  };
};
