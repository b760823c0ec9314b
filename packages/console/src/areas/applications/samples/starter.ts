import type { GuideValues } from '../guides/guide.ts';
import { versions } from './versions.ts';

export type SampleFile = { path: string; code: string };

/** The values of the guide, as the starter needs them. */
export type SampleFacts = {
  values: GuideValues;
  /** The package name: letters, digits and hyphens. */
  slug: string;
  /** Packages that the guide installs. */
  packages: readonly string[];
  /** The port the program listens on. */
  port: string;
};

/** Everything of a project that a guide expects to be there, and the command that installs its packages. */
export type Starter = {
  install?: string;
  files: (facts: SampleFacts) => SampleFile[];
  /** Lines that a guide does not need, such as the port. */
  environment?: (facts: SampleFacts) => string;
};

type NodeProject = {
  packages?: readonly string[];
  devPackages?: readonly string[];
  scripts?: (port: string) => Record<string, string>;
  files?: Readonly<Record<string, string>>;
  /** Whether the program reads its port from the environment. */
  needsPort?: boolean;
};

const versionsOf = (names: readonly string[]) =>
  Object.fromEntries(names.toSorted().map(name => [name, versions[name] ?? 'latest']));

const json = (value: unknown) => `${JSON.stringify(value, undefined, 2)}\n`;

export const nodeStarter = (project: NodeProject): Starter => ({
  install: 'npm install',
  environment: ({ port }) => (project.needsPort ? `PORT=${port}\n` : ''),
  files: ({ slug, packages, port }) => {
    const devPackages = project.devPackages ?? [];
    const own = [...packages, ...(project.packages ?? [])].filter(name => !devPackages.includes(name));
    return [
      {
        path: 'package.json',
        code: json({
          name: slug,
          private: true,
          type: 'module',
          ...(project.scripts && { scripts: project.scripts(port) }),
          dependencies: versionsOf(own),
          ...(devPackages.length > 0 && { devDependencies: versionsOf(devPackages) }),
        }),
      },
      ...Object.entries(project.files ?? {}).map(([path, code]) => ({ path, code })),
    ];
  },
});

/** As the tool of the framework writes it for TypeScript. */
export const tsconfig = (options: object, rest: object = { include: ['src'] }) =>
  json({ compilerOptions: { ...options, strict: true, skipLibCheck: true }, ...rest });

export const pythonStarter = (): Starter => ({
  install: `python3 -m venv .venv
. .venv/bin/activate
pip install -r requirements.txt`,
  files: ({ packages }) => [{ path: 'requirements.txt', code: `${packages.join('\n')}\n` }],
});

export const goStarter: Starter = {
  install: 'go mod tidy',
  files: ({ slug }) => [{ path: 'go.mod', code: `module ${slug}\n\ngo 1.24\n` }],
};
