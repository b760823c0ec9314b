import { nodeStarter, type Starter, tsconfig } from './starter.ts';

const reactPackages = ['react', 'react-dom'];
const reactTypes = ['@types/node', '@types/react', '@types/react-dom', 'typescript'];

export const nextStarter = (files: Readonly<Record<string, string>>) =>
  nodeStarter({
    packages: ['next', ...reactPackages],
    devPackages: reactTypes,
    scripts: port => ({ dev: `next dev --port ${port}` }),
    files: {
      'tsconfig.json': tsconfig(
        {
          target: 'ES2017',
          lib: ['dom', 'dom.iterable', 'esnext'],
          allowJs: true,
          noEmit: true,
          esModuleInterop: true,
          module: 'esnext',
          moduleResolution: 'bundler',
          resolveJsonModule: true,
          isolatedModules: true,
          jsx: 'react-jsx',
          incremental: true,
          plugins: [{ name: 'next' }],
        },
        {
          include: ['next-env.d.ts', '**/*.ts', '**/*.tsx', '.next/types/**/*.ts', '.next/dev/types/**/*.ts'],
          exclude: ['node_modules'],
        },
      ),
      ...files,
    },
  });

export const serverStarters = {
  nuxt: nodeStarter({
    packages: ['nuxt', 'vue', 'vue-router'],
    scripts: port => ({ dev: `nuxt dev --port ${port}` }),
  }),
  sveltekit: nodeStarter({
    devPackages: ['@sveltejs/kit', '@sveltejs/vite-plugin-svelte', 'svelte', 'typescript', 'vite'],
    scripts: port => ({ dev: `vite dev --port ${port} --strictPort` }),
    files: {
      'src/app.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    %sveltekit.head%
  </head>
  <body data-sveltekit-preload-data="hover">
    <div style="display: contents">%sveltekit.body%</div>
  </body>
</html>
`,
      'tsconfig.json': `{
  "extends": "$app/tsconfig",
  "compilerOptions": { "strict": true }
}
`,
      'vite.config.ts': `import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [sveltekit()] });
`,
    },
  }),
  'react-router': nodeStarter({
    packages: [...reactPackages, '@react-router/node', 'isbot', 'react-router'],
    devPackages: ['@react-router/dev', ...reactTypes, 'vite'],
    scripts: port => ({ dev: `react-router dev --port ${port} --strictPort` }),
    files: {
      'app/root.tsx': `import { Links, Meta, Outlet, Scripts } from 'react-router';

export default function App() {
  return (
    <html lang="en">
      <head>
        <Meta />
        <Links />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
`,
      'vite.config.ts': `import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [reactRouter()] });
`,
      'tsconfig.json': tsconfig(
        {
          target: 'ES2023',
          lib: ['ES2023', 'DOM', 'DOM.Iterable'],
          module: 'esnext',
          moduleResolution: 'bundler',
          types: ['node', 'vite/client'],
          jsx: 'react-jsx',
          rootDirs: ['.', './.react-router/types'],
          noEmit: true,
        },
        { include: ['app', '.react-router/types'] },
      ),
    },
  }),
  nestjs: nodeStarter({
    needsPort: true,
    packages: ['@nestjs/common', '@nestjs/core', '@nestjs/platform-express', 'reflect-metadata', 'rxjs'],
    devPackages: ['@types/express', '@types/express-session', '@types/node', 'typescript'],
    scripts: () => ({ build: 'tsc' }),
    files: {
      'tsconfig.json': tsconfig({
        module: 'nodenext',
        target: 'ES2023',
        outDir: 'dist',
        rootDir: 'src',
        types: ['node'],
        emitDecoratorMetadata: true,
        experimentalDecorators: true,
      }),
    },
  }),
} as const satisfies Record<string, Starter>;
