import { hookEvents } from '@gatehouse/contract/events.ts';
import fc from 'fast-check';
import { address, host, maybe, name, type Objects, objects, shorter } from './generated-parts.ts';
import { hostileText } from './hostile-texts.ts';

export const webhooks = objects(
  fc.record({
    name: shorter(256),
    events: fc.subarray([...hookEvents], { minLength: 1, maxLength: 4 }),
    config: fc.record({
      url: address,
      headers: fc.dictionary(fc.stringMatching(/^x-[a-z]{1,8}$/), fc.constant('$'), { maxKeys: 2 }),
      retries: maybe(fc.integer({ min: 0, max: 3 })),
    }),
    enabled: fc.boolean(),
  }),
  each => each,
);

export const logStreams = objects(
  fc.record({
    name: shorter(256),
    enabled: fc.boolean(),
    includeChanges: fc.boolean(),
    config: fc.oneof(
      fc.record({
        kind: fc.constant('http'),
        url: address,
        format: fc.constantFrom('json-lines', 'json-array'),
      }),
      fc.record({
        kind: fc.constant('syslog'),
        host,
        port: fc.integer({ min: 1, max: 65_535 }),
        isEncrypted: fc.boolean(),
      }),
    ),
  }),
  each => each,
  2,
);

export const domains = objects(
  fc.record({ domain: fc.stringMatching(/^[a-z]{3,8}\.[a-z]{3,8}\.example$/) }),
  each => each.domain,
  1,
);

export const connectors = objects(
  fc.oneof(
    fc.record({
      connectorId: fc.constant('simplemail-transfer-protocol'),
      config: fc.record({
        host,
        port: fc.integer({ min: 1, max: 65_535 }),
        fromEmail: fc.constant('no-reply@shop.example'),
        auth: fc.record({ user: hostileText, pass: fc.constant('$') }),
      }),
    }),
    fc.record({
      connectorId: fc.constantFrom('github-universal', 'google-universal', 'discord-universal'),
      syncProfile: fc.boolean(),
      config: fc.record({ clientId: hostileText, clientSecret: fc.constant('$') }),
    }),
  ),
  each => each.connectorId,
);

export const enterpriseSso = (found: { applications: Objects }) =>
  objects(
    fc.record({
      connectorName: name,
      providerName: fc.constantFrom('Okta', 'OIDC'),
      domains: fc.uniqueArray(host, { maxLength: 2 }),
      syncProfile: fc.boolean(),
      config: fc.record({ clientId: hostileText, clientSecret: fc.constant('$'), issuer: address }),
      idpInitiated: [...found.applications.values()].some(
        each => each.type === 'Traditional' && !each.isThirdParty,
      )
        ? fc.constant(undefined)
        : fc.constant(null),
    }),
    each => each.connectorName,
    2,
  ).map(list => {
    // A domain leads to one connector.
    const seen = new Set<string>();
    for (const fields of list.values()) {
      fields.domains = (fields.domains as string[]).filter(each => !seen.has(each));
      for (const each of fields.domains as string[]) seen.add(each);
    }
    return list;
  });
