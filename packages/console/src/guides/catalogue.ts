import type { ApplicationType } from '@gatehouse/contract/applications.ts';
import type { IconTone } from '@gatehouse/ui/entity-icon.tsx';

/** Under which heading a target stands. */
export type TargetGroup = ApplicationType | 'third_party';

export type GuideTarget = {
  id: string;
  group: TargetGroup;
  type: ApplicationType;
  /** Of a framework, the same in every language; the others are named by a phrase. */
  name?: string;
  phrase?: string;
  /** Letters and a colour that stand for the logo. */
  mark?: string;
  tone?: IconTone;
};

const framework = <const Id extends string>(
  type: ApplicationType,
  id: Id,
  name: string,
  mark: string,
  tone: IconTone,
) => ({ id, group: type, type, name, mark, tone });

const generic = <const Id extends string>(type: ApplicationType, id: Id) => ({ id, group: type, type });

const thirdParty = <const Id extends string, const Phrase extends string>(
  type: ApplicationType,
  id: Id,
  phrase: Phrase,
) => ({ id, group: 'third_party', type, phrase }) as const;

/** Everything that can be connected, in the order of the picker; each has its guide. */
export const guideTargets = [
  framework('Traditional', 'next-app-router', 'Next.js (App Router)', 'N', 'slate'),
  framework('Traditional', 'next-pages-router', 'Next.js (Pages Router)', 'N', 'slate'),
  framework('Traditional', 'nuxt', 'Nuxt', 'Nu', 'green'),
  framework('Traditional', 'sveltekit', 'SvelteKit', 'Sv', 'orange'),
  framework('Traditional', 'react-router', 'React Router / Remix', 'RR', 'red'),
  framework('Traditional', 'express', 'Express', 'ex', 'slate'),
  framework('Traditional', 'fastify', 'Fastify', 'Fa', 'slate'),
  framework('Traditional', 'hono', 'Hono', 'Ho', 'orange'),
  framework('Traditional', 'nestjs', 'NestJS', 'Ne', 'red'),
  framework('Traditional', 'node', 'Node.js', 'JS', 'green'),
  framework('Traditional', 'flask', 'Python Flask', 'Py', 'teal'),
  framework('Traditional', 'django', 'Python Django', 'dj', 'green'),
  framework('Traditional', 'fastapi', 'Python FastAPI', 'Py', 'teal'),
  framework('Traditional', 'go', 'Go', 'Go', 'sky'),
  framework('Traditional', 'spring-boot', 'Java Spring Boot', 'Sp', 'green'),
  framework('Traditional', 'dotnet', 'ASP.NET Core', 'C#', 'violet'),
  framework('Traditional', 'laravel', 'PHP Laravel', 'La', 'red'),
  framework('Traditional', 'rails', 'Ruby on Rails', 'Ra', 'red'),
  generic('Traditional', 'oidc-web'),
  framework('SPA', 'react', 'React', 'Re', 'sky'),
  framework('SPA', 'vue', 'Vue', 'Vu', 'green'),
  framework('SPA', 'angular', 'Angular', 'Ng', 'pink'),
  framework('SPA', 'javascript', 'JavaScript', 'JS', 'amber'),
  generic('SPA', 'oidc-spa'),
  framework('Native', 'ios', 'iOS (Swift)', 'Sw', 'orange'),
  framework('Native', 'android', 'Android (Kotlin)', 'Kt', 'violet'),
  framework('Native', 'flutter', 'Flutter', 'Fl', 'blue'),
  framework('Native', 'react-native', 'React Native', 'RN', 'sky'),
  framework('Native', 'expo', 'Expo', 'Ex', 'slate'),
  generic('Native', 'oidc-native'),
  framework('MachineToMachine', 'machine-node', 'Node.js', 'JS', 'green'),
  framework('MachineToMachine', 'machine-python', 'Python', 'Py', 'blue'),
  framework('MachineToMachine', 'machine-go', 'Go', 'Go', 'sky'),
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
