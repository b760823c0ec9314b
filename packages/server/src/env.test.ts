import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { printConfiguration } from '../../../scripts/print-configuration.ts';
import { parseEnvironment, variables } from './env.ts';
import { EnvironmentError } from './env-error.ts';

test('nothing set gives a working configuration', () => {
  expect(parseEnvironment({})).toMatchObject({
    PORT: 3001,
    ADMIN_PORT: 3002,
    ENDPOINT: 'http://localhost:3001',
    ADMIN_ENDPOINT: 'http://localhost:3002',
    PROTECTED_APPS_DOMAIN: 'apps.localhost',
    GATEHOUSE_DATA_DIR: './data',
    GATEHOUSE_EDITION: 'oss',
    GATEHOUSE_WORKERS: 1,
    TRUST_PROXY: 0,
    LOG_LEVEL: 'info',
  });
});

test('what is set is used, and the endpoints follow the ports', () => {
  const key = Buffer.alloc(32).toString('base64');
  const environment = parseEnvironment({
    PORT: '8080',
    ADMIN_ENDPOINT: 'https://console.example.com/',
    TRUST_PROXY: '1',
    GATEHOUSE_SECRET_KEY: key,
    LOG_LEVEL: '',
    HOME: '/root',
  });
  expect(environment).toMatchObject({
    PORT: 8080,
    ENDPOINT: 'http://localhost:8080',
    ADMIN_ENDPOINT: 'https://console.example.com',
    TRUST_PROXY: 1,
    GATEHOUSE_SECRET_KEY: key,
    LOG_LEVEL: 'info',
  });
  expect(environment).not.toHaveProperty('HOME');
});

test('each wrong variable is refused by name with what is expected', () => {
  const wrong = {
    PORT: 'eighty',
    ADMIN_PORT: '70000',
    ENDPOINT: 'example.com',
    DATABASE_URL: 'mysql://localhost/db',
    GATEHOUSE_EDITION: 'enterprise',
    GATEHOUSE_WORKERS: '0',
    TRUST_PROXY: 'maybe',
    LOG_LEVEL: 'loud',
    GATEHOUSE_SECRET_KEY: 'c2hvcnQ=',
    GATEHOUSE_MANAGEMENT_AUDIENCE: 'https://default.logto.app/api',
  };
  let message = '';
  try {
    parseEnvironment(wrong);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError);
    expect((error as EnvironmentError).problems.map(({ variable }) => variable)).toEqual(Object.keys(wrong));
    message = (error as EnvironmentError).message;
  }
  expect(message).toContain('PORT must be a port number.');
  expect(message).toContain('GATEHOUSE_EDITION must be oss or cloud.');
  expect(message).toContain('GATEHOUSE_SECRET_KEY must be 32 bytes in base64');
});

test('proxies are trusted by their number or their addresses', () => {
  const trust = (TRUST_PROXY: string) => parseEnvironment({ TRUST_PROXY }).TRUST_PROXY;
  expect([trust('true'), trust('false'), trust('2')]).toEqual([1, 0, 2]);
  expect(trust('10.0.0.0/8, fd00::/8,192.0.2.1')).toEqual(['10.0.0.0/8', 'fd00::/8', '192.0.2.1']);
  for (const wrong of ['10.0.0.0/33', 'proxy.example', '10.0.0.0/8/8', '-1', 'fd00::/129'])
    expect(() => trust(wrong)).toThrow('TRUST_PROXY must be a number of proxies');
});

test('several workers need a database that they can share', () => {
  expect(() => parseEnvironment({ GATEHOUSE_WORKERS: '2' })).toThrow('GATEHOUSE_WORKERS must be 1');
  const shared = { GATEHOUSE_WORKERS: '2', DATABASE_URL: 'postgres://localhost/gatehouse' };
  expect(parseEnvironment(shared).GATEHOUSE_WORKERS).toBe(2);
});

test('docs/configuration.md says what the schema says', () => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
  expect(page, 'run `node scripts/print-configuration.ts --write`').toBe(printConfiguration());
});

test('the files for deploying set only what there is, and what they set is taken', () => {
  const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const own =
    /^(?:ENDPOINT|ADMIN_ENDPOINT|PORT|ADMIN_PORT|DATABASE_URL|TRUST_PROXY|(?:GATEHOUSE|S3|SMTP)_\w+)$/;
  for (const file of [
    'Dockerfile',
    'deploy/compose.yaml',
    'deploy/kubernetes/gatehouse.yaml',
    'deploy/gatehouse.service',
  ]) {
    const named = [...read(file).matchAll(/\b([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\b(?==|:|\s*\?\?)/g)].map(
      ([, name = '']) => name,
    );
    const set = named.filter(name => own.test(name));
    expect(set.length, file).toBeGreaterThan(0);
    expect(Object.keys(variables.shape)).toEqual(expect.arrayContaining(set));
  }
});
