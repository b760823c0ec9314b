import type { Page } from '@playwright/test';
import type { GuideApi, GuideStep } from '../../packages/console/src/areas/applications/guides/guide.ts';
import { loadGuide } from '../../packages/console/src/areas/applications/guides/load.ts';
import { filesOfSample } from '../../packages/console/src/areas/applications/samples/download.ts';
import { findTarget, type GuideId } from '../../packages/console/src/guides/catalogue.ts';
import type { Management } from './management.ts';
import type { Product } from './product.ts';

const at = (port: number, address = '') => address.replace(/(?<=^http:\/\/localhost):\d+/, `:${port}`);

/** An application that was made for a guide, and the guide as the console shows it then: with the real values. */
export const openGuide = async (
  id: GuideId,
  product: Product,
  management: Management,
  port = 0,
  api?: GuideApi,
) => {
  const guide = await loadGuide(id);
  const target = findTarget(id);
  const redirectUri = at(port, guide.redirectUri);
  const signOutUri = at(port, guide.signOutUri);
  const home = `http://localhost:${port}/`;
  // An app for phones runs in a browser here, which has addresses instead of schemes.
  const ownAddress = target?.type === 'Native' ? [`${home}callback`] : [];
  const application = await management('POST', '/applications', {
    name: `${target?.name} guide`,
    type: target?.type,
    oidcClientMetadata: {
      redirectUris: redirectUri ? [redirectUri, ...ownAddress] : [],
      postLogoutRedirectUris: signOutUri ? [signOutUri, ...ownAddress] : [],
    },
  });
  const appId: string = application.id;
  const [secret] = target?.type === 'SPA' ? [] : await management('GET', `/applications/${appId}/secrets`);
  const values = {
    endpoint: product.tenantEndpoint,
    issuer: `${product.tenantEndpoint}/oidc`,
    appId,
    secret: secret?.value ?? '',
    redirectUri,
    signOutUri,
    audience: 'https://default.gatehouse.app/api',
    siteUrl: '',
    api,
  };
  const name = `${target?.name} guide`;
  const sample = target ? filesOfSample({ name, target, guide, values }) : [];
  const { files, ...instructions } = instructionsOf(guide.steps(values));
  return {
    appId,
    home,
    start: at(port, guide.startUrl),
    ...instructions,
    // A guide with a sample is followed in it: the project is the one that readers download.
    files: sample.length > 0 ? sample.map(({ path, code }) => ({ file: path, code })) : files,
  };
};

/** By name, whichever program set them: the program of a guide and the product share a host. */
export const cookiesOf = async (page: Page): Promise<Record<string, string>> =>
  Object.fromEntries((await page.context().cookies()).map(({ name, value }) => [name, value]));

/** The files to write, the packages to install and the command to run at the end. */
const instructionsOf = (steps: readonly GuideStep[]) => {
  const files = steps
    .flatMap(({ snippets }) => snippets)
    .flatMap(({ file, code }) => (file ? [{ file, code }] : []));
  const typed = steps.flatMap(({ name, snippets }) =>
    snippets.filter(({ language }) => language === 'bash').map(({ code }) => ({ name, code })),
  );
  return {
    files,
    packages: typed
      .filter(({ name }) => name === 'install')
      .flatMap(({ code }) => code.split(/\s+/))
      .filter(word => !/^(npm|npx|expo|install|pod-install|-.*)$/.test(word)),
    command: typed
      .filter(({ name }) => name !== 'install')
      .map(({ code }) => code)
      .join('\n'),
  };
};
