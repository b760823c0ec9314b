import { nodeStarter, type Starter, tsconfig } from './starter.ts';

const vite = (port: string) => ({ dev: `vite --port ${port} --strictPort` });

const page = (title: string, body: string, script: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${title}</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    ${body}
    <script type="module" src="${script}"></script>
  </body>
</html>
`;

const viteConfig = (name: string, plugin: string) => `import ${name} from '${plugin}';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [${name}()] });
`;

const browserOptions = {
  target: 'ES2023',
  lib: ['ES2023', 'DOM'],
  module: 'esnext',
  moduleResolution: 'bundler',
  types: ['vite/client'],
  jsx: 'react-jsx',
  noEmit: true,
};

export const browserStarters = {
  react: nodeStarter({
    packages: ['react', 'react-dom'],
    devPackages: ['@types/react', '@types/react-dom', '@vitejs/plugin-react', 'typescript', 'vite'],
    scripts: vite,
    files: {
      'index.html': page('React', '<div id="root"></div>', '/src/main.tsx'),
      'vite.config.ts': viteConfig('react', '@vitejs/plugin-react'),
      'tsconfig.json': tsconfig(browserOptions),
    },
  }),
  vue: nodeStarter({
    packages: ['vue'],
    devPackages: ['@vitejs/plugin-vue', 'typescript', 'vite'],
    scripts: vite,
    files: {
      'index.html': page('Vue', '<div id="app"></div>', '/src/main.ts'),
      'vite.config.ts': viteConfig('vue', '@vitejs/plugin-vue'),
      'src/App.vue': `<template>
  <RouterView />
</template>
`,
    },
  }),
  javascript: nodeStarter({
    devPackages: ['typescript', 'vite'],
    scripts: vite,
    files: { 'tsconfig.json': tsconfig(browserOptions) },
  }),
  vanilla: { files: () => [] },
  angular: nodeStarter({
    packages: [
      '@angular/common',
      '@angular/compiler',
      '@angular/core',
      '@angular/platform-browser',
      '@angular/router',
      'rxjs',
      'tslib',
    ],
    devPackages: ['@angular/build', '@angular/cli', '@angular/compiler-cli', 'typescript'],
    scripts: port => ({ start: `ng serve --port ${port}` }),
    files: {
      'angular.json': `{
  "version": 1,
  "projects": {
    "app": {
      "projectType": "application",
      "root": "",
      "sourceRoot": "src",
      "architect": {
        "build": {
          "builder": "@angular/build:application",
          "options": { "browser": "src/main.ts", "tsConfig": "tsconfig.json" },
          "configurations": {
            "development": { "optimization": false, "extractLicenses": false, "sourceMap": true }
          }
        },
        "serve": {
          "builder": "@angular/build:dev-server",
          "options": { "buildTarget": "app:build:development" }
        }
      }
    }
  }
}
`,
      'src/index.html': `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Angular</title>
    <base href="/" />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <app-root></app-root>
  </body>
</html>
`,
      'src/main.ts': `import { bootstrapApplication } from '@angular/platform-browser';
import { App } from './app/app';
import { appConfig } from './app/app.config';

bootstrapApplication(App, appConfig).catch(error => console.error(error));
`,
      'tsconfig.json': tsconfig(
        {
          isolatedModules: true,
          experimentalDecorators: true,
          importHelpers: true,
          target: 'ES2022',
          module: 'preserve',
        },
        { angularCompilerOptions: { strictTemplates: true }, files: ['src/main.ts'] },
      ),
    },
  }),
} as const satisfies Record<string, Starter>;
