import type { GuideId } from '../../../guides/catalogue.ts';
import type { Guide } from './guide.ts';

const generic = () => import('./generic.ts');
const one = async (module: Promise<{ guide: Guide }>) => (await module).guide;

/** Each guide is loaded when it is opened. */
const loaders: Readonly<Record<GuideId, () => Promise<Guide>>> = {
  'next-app-router': () => one(import('./next-app-router.ts')),
  'next-pages-router': () => one(import('./next-pages-router.ts')),
  nuxt: () => one(import('./nuxt.ts')),
  sveltekit: () => one(import('./sveltekit.ts')),
  'react-router': () => one(import('./react-router.ts')),
  express: () => one(import('./express.ts')),
  fastify: () => one(import('./fastify.ts')),
  hono: () => one(import('./hono.ts')),
  nestjs: () => one(import('./nestjs.ts')),
  node: () => one(import('./node.ts')),
  flask: () => one(import('./flask.ts')),
  django: () => one(import('./django.ts')),
  fastapi: () => one(import('./fastapi.ts')),
  go: () => one(import('./go.ts')),
  'spring-boot': () => one(import('./spring-boot.ts')),
  dotnet: () => one(import('./dotnet.ts')),
  laravel: () => one(import('./laravel.ts')),
  rails: () => one(import('./rails.ts')),
  'oidc-web': async () => (await generic()).webGuide,
  react: () => one(import('./react.ts')),
  vue: () => one(import('./vue.ts')),
  angular: () => one(import('./angular.ts')),
  javascript: () => one(import('./javascript.ts')),
  vanilla: () => one(import('./vanilla.ts')),
  'oidc-spa': async () => (await generic()).browserGuide,
  ios: () => one(import('./ios.ts')),
  android: () => one(import('./android.ts')),
  flutter: () => one(import('./flutter.ts')),
  'react-native': () => one(import('./react-native.ts')),
  expo: () => one(import('./expo.ts')),
  'oidc-native': async () => (await generic()).nativeGuide,
  'machine-node': () => one(import('./machine-node.ts')),
  'machine-python': () => one(import('./machine-python.ts')),
  'machine-go': () => one(import('./machine-go.ts')),
  machine: () => one(import('./machine.ts')),
  saml: () => one(import('./saml.ts')),
  protected: () => one(import('./protected.ts')),
  'third-party-web': async () => (await generic()).webGuide,
  'third-party-spa': async () => (await generic()).browserGuide,
  'third-party-native': async () => (await generic()).nativeGuide,
};

export const loadGuide = (id: GuideId) => loaders[id]();
