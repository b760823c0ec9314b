import { afterAll, beforeAll, expect, test } from 'vitest';
import { tokenWith } from '../api/management/testing/tokens.ts';
import { listFactories } from '../connectors/catalogue.ts';
import { sealConfig } from '../connectors/sealed-config.ts';
import { call, startTestApp, type TestApp } from '../http/testing/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp('postgresql');
});
afterAll(() => app.close());

/** `{ auth: { pass: value } }` for `auth.pass`. */
const nested = (key: string, value: string): Record<string, unknown> =>
  key.split('.').reduceRight<unknown>((inner, part) => ({ [part]: inner }), value) as Record<string, unknown>;

test('who may only read connectors gets no secret of any of them', async () => {
  const confidential = listFactories().flatMap(({ id, formItems = [] }) =>
    formItems.filter(({ isConfidential }) => isConfidential).map(({ key }) => ({ connectorId: id, key })),
  );
  expect(confidential.length).toBeGreaterThan(20);
  await app.database.tenant('default').send(db =>
    db
      .insertInto('connectors')
      .values(
        confidential.map(({ connectorId, key }, index) => ({
          id: `masked-${index}`,
          connectorId,
          config: sealConfig(app.vault, nested(key, `confidential-${index}-value`)),
        })),
      )
      .execute(),
  );
  const token = await tokenWith(app, ['connectors:read']);
  const list = await call(`${app.env.ENDPOINT}/api/connectors`, { token });
  expect(list.body).toHaveLength(confidential.length);
  expect(list.text.match(/confidential-\d+-value/g)).toBeNull();
  const all = await app.manage('GET', '/connectors');
  expect(all.text.match(/confidential-\d+-value/g)).toHaveLength(confidential.length);
});

test('secrets in groups, in lists and short ones are masked, and in no bundle', async () => {
  const config = {
    credentials: { one: 'grouped-secret-value', other: { deep: 'deeper-secret-value' } },
    passwords: ['listed-secret-value'],
    'x-api-key': 'hyphenated-secret-value',
    clientSecret: 'short-1',
    tokenLifetime: 3600,
    host: 'smtp.example',
  };
  const secrets = /grouped-|deeper-|listed-|hyphenated-|short-1/;
  await app.database.tenant('default').send(db =>
    db
      .insertInto('connectors')
      .values({
        id: 'grouped',
        connectorId: 'simplemail-transfer-protocol',
        config: sealConfig(app.vault, config),
      })
      .execute(),
  );
  const token = await tokenWith(app, ['connectors:read', 'bundles:read']);
  const { text, body } = await call(`${app.env.ENDPOINT}/api/connectors/grouped`, { token });
  expect(body.config).toMatchObject({ tokenLifetime: 3600, host: 'smtp.example' });
  expect(text).not.toMatch(secrets);
  const bundle = await call(`${app.env.ENDPOINT}/api/bundle`, { token });
  expect(bundle.text).toContain('smtp.example');
  expect(bundle.text).not.toMatch(secrets);
});
