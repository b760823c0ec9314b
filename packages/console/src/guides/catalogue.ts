import type { ApplicationType } from '@gatehouse/contract/applications.ts';

/** Under which heading a target stands. */
export type TargetGroup = ApplicationType | 'third_party';

export type GuideTarget = {
  id: string;
  group: TargetGroup;
  type: ApplicationType;
  /** Of a framework, the same in every language; the others are named by a phrase. */
  name?: string;
  phrase?: string;
  /** Stands for the logo. */
  mark?: string;
};

const framework = <const Id extends string>(type: ApplicationType, id: Id, name: string, mark: string) => ({
  id,
  group: type,
  type,
  name,
  mark,
});

const generic = <const Id extends string>(type: ApplicationType, id: Id) => ({ id, group: type, type });

const thirdParty = <const Id extends string, const Phrase extends string>(
  type: ApplicationType,
  id: Id,
  phrase: Phrase,
) => ({ id, group: 'third_party', type, phrase }) as const;

/** Everything that can be connected, in the order of the picker; each has its guide. */
export const guideTargets = [
  framework('Traditional', 'next-app-router', 'Next.js (App Router)', 'N'),
  framework('Traditional', 'next-pages-router', 'Next.js (Pages Router)', 'N'),
  framework('Traditional', 'nuxt', 'Nuxt', 'Nu'),
  framework('Traditional', 'sveltekit', 'SvelteKit', 'Sv'),
  framework('Traditional', 'react-router', 'React Router / Remix', 'RR'),
  framework('Traditional', 'express', 'Express', 'ex'),
  framework('Traditional', 'fastify', 'Fastify', 'Fa'),
  framework('Traditional', 'hono', 'Hono', 'Ho'),
  framework('Traditional', 'nestjs', 'NestJS', 'Ne'),
  framework('Traditional', 'node', 'Node.js', 'JS'),
  framework('Traditional', 'flask', 'Python Flask', 'Py'),
  framework('Traditional', 'django', 'Python Django', 'dj'),
  framework('Traditional', 'fastapi', 'Python FastAPI', 'Py'),
  framework('Traditional', 'go', 'Go', 'Go'),
  framework('Traditional', 'spring-boot', 'Java Spring Boot', 'Sp'),
  framework('Traditional', 'dotnet', 'ASP.NET Core', 'C#'),
  framework('Traditional', 'laravel', 'PHP Laravel', 'La'),
  framework('Traditional', 'rails', 'Ruby on Rails', 'Ra'),
  generic('Traditional', 'oidc-web'),
  framework('SPA', 'react', 'React', 'Re'),
  framework('SPA', 'vue', 'Vue', 'Vu'),
  framework('SPA', 'angular', 'Angular', 'Ng'),
  framework('SPA', 'javascript', 'JavaScript', 'JS'),
  generic('SPA', 'oidc-spa'),
  framework('Native', 'ios', 'iOS (Swift)', 'Sw'),
  framework('Native', 'android', 'Android (Kotlin)', 'Kt'),
  framework('Native', 'flutter', 'Flutter', 'Fl'),
  framework('Native', 'react-native', 'React Native', 'RN'),
  framework('Native', 'expo', 'Expo', 'Ex'),
  generic('Native', 'oidc-native'),
  framework('MachineToMachine', 'machine-node', 'Node.js', 'JS'),
  framework('MachineToMachine', 'machine-python', 'Python', 'Py'),
  framework('MachineToMachine', 'machine-go', 'Go', 'Go'),
  generic('MachineToMachine', 'machine'),
  { ...generic('SAML', 'saml'), phrase: 'saml' },
  { ...generic('Protected', 'protected'), phrase: 'protected' },
  thirdParty('Traditional', 'third-party-web', 'third_party_web'),
  thirdParty('SPA', 'third-party-spa', 'third_party_spa'),
  thirdParty('Native', 'third-party-native', 'third_party_native'),
] as const satisfies readonly GuideTarget[];

export type GuideId = (typeof guideTargets)[number]['id'];

export const targetGroups = [
  'Traditional',
  'SPA',
  'Native',
  'MachineToMachine',
  'SAML',
  'Protected',
  'third_party',
] as const satisfies readonly TargetGroup[];

export const findTarget = (id: string | null | undefined): (GuideTarget & { id: GuideId }) | undefined =>
  guideTargets.find(target => target.id === id);

/** The guide of an application that was made without naming a framework. */
export const genericGuideOf = (type: ApplicationType, isThirdParty: boolean): GuideId => {
  const own = guideTargets.filter((target: GuideTarget) => target.type === type && !target.name);
  const found = own.find(({ group }) => (group === 'third_party') === isThirdParty);
  return found?.id ?? 'oidc-web';
};
