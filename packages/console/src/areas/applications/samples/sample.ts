import type { GuideTarget } from '../../../guides/catalogue.ts';
import { filesOf, type Guide, type GuideStep, type GuideValues } from '../guides/guide.ts';
import { readmeOf } from './readme.ts';
import type { SampleFile, Starter } from './starter.ts';

export type SampleInput = {
  name: string;
  target: GuideTarget;
  guide: Guide;
  starter: Starter;
  values: GuideValues;
};

/** The whole project of a guide: what a starter makes, the files of its steps, and how to run it. */
export const sampleFiles = ({ name, target, guide, starter, values }: SampleInput): SampleFile[] => {
  const steps = guide.steps(values);
  const slug = slugOf(name);
  const facts = {
    values,
    slug,
    packages: packagesOf(steps),
    port: portIn(values.redirectUri) ?? portIn(guide.redirectUri ?? '') ?? '',
  };
  const secrets = commandsOf(steps).flatMap(line => secretOf(line) ?? []);
  const files = new Map(starter.files(facts).map(({ path, code }) => [path, code]));
  for (const { file, code } of filesOf(steps)) files.set(file, code);
  const extra = [...secrets, ...environmentOf(steps, starter.environment?.(facts))];
  for (const { path, code } of extra) files.set(path, `${files.get(path) ?? ''}${code}`);
  files.set('.gitignore', 'node_modules\n.env\n.env.local\n.venv\ndist\n');
  files.set('README.md', readmeOf({ name, target, guide, values, commands: commandsIn(steps, starter) }));
  return [...files].map(([path, code]) => ({ path, code }));
};

const portIn = (uri: string) => /^http:\/\/localhost:(\d+)/.exec(uri)?.[1];

export const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'sample';

const commandsOf = (steps: readonly GuideStep[], isWanted = (_: GuideStep) => true) =>
  steps
    .filter(isWanted)
    .flatMap(({ snippets }) => snippets.filter(({ language }) => language === 'bash'))
    .flatMap(({ code }) => code.split('\n'));

/** The words after `npm install` and `pip install`. */
const packagesOf = (steps: readonly GuideStep[]) =>
  commandsOf(steps, ({ name }) => name === 'install')
    .filter(line => /^(npm|pip) install /.test(line))
    .flatMap(line => line.split(/\s+/).slice(2))
    .filter(word => !word.startsWith('-'))
    .map(word => word.replaceAll('"', ''));

const makesSecret = /^echo "(\w+)=\$\(openssl rand -(base64|hex) (\d+)\)" >> (\S+)$/;

/** A reader of the guide generates cookie secrets with a command. The sample comes with them. */
const secretOf = (line: string): SampleFile | undefined => {
  const [, name, encoding, length, path] = makesSecret.exec(line) ?? [];
  if (!path) return;
  const bytes = crypto.getRandomValues(new Uint8Array(Number(length)));
  const text =
    encoding === 'hex'
      ? [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
      : btoa(String.fromCharCode(...bytes));
  return { path, code: `${name}=${text}\n` };
};

const environmentOf = (steps: readonly GuideStep[], code = ''): SampleFile[] => {
  const file = filesOf(steps).find(each => each.file.startsWith('.env'))?.file;
  return file && code ? [{ path: file, code }] : [];
};

const commandsIn = (steps: readonly GuideStep[], { install }: Starter) => [
  ...(install ? [install] : []),
  ...commandsOf(steps, ({ name }) => name !== 'install').filter(line => !makesSecret.test(line)),
];
