import type { GuideTarget } from '../../../guides/catalogue.ts';
import { type Guide, type GuideValues, placeholderSecret } from './guide.ts';

const section = (title: string, blocks: readonly string[]) => `## ${title}\n\n${blocks.join('\n\n')}`;

/**
 * The guide for a coding assistant. In English, as the code is. It never contains the secret: what is pasted into an
 * editor is sent to its vendor.
 */
export const promptOf = (name: string, target: GuideTarget, guide: Guide, shown: GuideValues) => {
  const values = { ...shown, secret: placeholderSecret };
  const isMachine = target.type === 'MachineToMachine';
  const facts = [
    `- Endpoint: ${values.endpoint}`,
    `- Issuer: ${values.issuer}`,
    `- App ID (client_id): ${values.appId}`,
    ...(values.redirectUri ? [`- Redirect URI: ${values.redirectUri}`] : []),
    ...(values.signOutUri ? [`- Post sign-out redirect URI: ${values.signOutUri}`] : []),
  ];
  const steps = guide.steps(values).map(({ name: step, snippets }, index) =>
    section(
      `Step ${index + 1}: ${step.replaceAll('_', ' ')}`,
      snippets.map(
        ({ file, language, code }) =>
          `${file ? `${file}:\n` : ''}\`\`\`${language === 'env' ? 'sh' : language}\n${code.trimEnd()}\n\`\`\``,
      ),
    ),
  );
  const goal = isMachine
    ? `Let this ${target.name} service get access tokens with the client credentials grant.`
    : `Add sign-in and sign-out with OpenID Connect to this ${target.name ?? ''} project.`;
  return [
    `${goal} The application is registered as "${name}".`,
    facts.join('\n'),
    section('Rules', [
      `- Adapt the steps to the structure of this project and keep what it already does.
- Read the client secret from the environment. I replace "${placeholderSecret}" myself. Never print or commit it.
- Use the library of the steps. Do not write the protocol by hand.
- When you are done, tell me which commands to run and which URL to open.`,
    ]),
    ...steps,
  ].join('\n\n');
};
