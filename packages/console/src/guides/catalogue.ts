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
};

const framework = <const Id extends string>(type: ApplicationType, id: Id, name: string) => ({
  id,
  group: type,
  type,
  name,
});

const generic = <const Id extends string>(type: ApplicationType, id: Id) => ({ id, group: type, type });

const thirdParty = <const Id extends string, const Phrase extends string>(
  type: ApplicationType,
  id: Id,
  phrase: Phrase,
) => ({ id, group: 'third_party', type, phrase }) as const;

/** Everything that can be connected, in the order of the picker; each has its guide. */
export const guideTargets = [
  framework('Traditional', 'next-app-router', 'Next.js (App Router)'),
  framework('Traditional', 'next-pages-router', 'Next.js (Pages Router)'),
  framework('Traditional', 'nuxt', 'Nuxt'),
  framework('Traditional', 'sveltekit', 'SvelteKit'),
  framework('Traditional', 'react-router', 'React Router / Remix'),
  framework('Traditional', 'express', 'Express'),
  framework('Traditional', 'fastify', 'Fastify'),
  framework('Traditional', 'hono', 'Hono'),
  framework('Traditional', 'nestjs', 'NestJS'),
  framework('Traditional', 'node', 'Node.js'),
  framework('Traditional', 'flask', 'Python Flask'),
  framework('Traditional', 'django', 'Python Django'),
  framework('Traditional', 'fastapi', 'Python FastAPI'),
  framework('Traditional', 'go', 'Go'),
  framework('Traditional', 'spring-boot', 'Java Spring Boot'),
  framework('Traditional', 'dotnet', 'ASP.NET Core'),
  framework('Traditional', 'laravel', 'PHP Laravel'),
  framework('Traditional', 'rails', 'Ruby on Rails'),
  generic('Traditional', 'oidc-web'),
  framework('SPA', 'react', 'React'),
  framework('SPA', 'vue', 'Vue'),
  framework('SPA', 'angular', 'Angular'),
  framework('SPA', 'javascript', 'JavaScript'),
  framework('SPA', 'vanilla', 'Vanilla JavaScript'),
  generic('SPA', 'oidc-spa'),
  framework('Native', 'ios', 'iOS (Swift)'),
  framework('Native', 'android', 'Android (Kotlin)'),
  framework('Native', 'flutter', 'Flutter'),
  framework('Native', 'react-native', 'React Native'),
  framework('Native', 'expo', 'Expo'),
  generic('Native', 'oidc-native'),
  framework('MachineToMachine', 'machine-node', 'Node.js'),
  framework('MachineToMachine', 'machine-python', 'Python'),
  framework('MachineToMachine', 'machine-go', 'Go'),
  generic('MachineToMachine', 'machine'),
  { ...generic('SAML', 'saml'), phrase: 'saml' },
  { ...generic('Protected', 'protected'), phrase: 'protected' },
  thirdParty('Traditional', 'third-party-web', 'third_party_web'),
  thirdParty('SPA', 'third-party-spa', 'third_party_spa'),
  thirdParty('Native', 'third-party-native', 'third_party_native'),
] as const satisfies readonly GuideTarget[];

export type GuideId = (typeof guideTargets)[number]['id'];
export type FrameworkId = Extract<(typeof guideTargets)[number], { name: string }>['id'];

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
