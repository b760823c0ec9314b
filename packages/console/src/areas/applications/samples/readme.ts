import type { GuideTarget } from '../../../guides/catalogue.ts';
import type { Guide, GuideValues } from '../guides/guide.ts';

type ReadmeInput = {
  name: string;
  target: GuideTarget;
  guide: Guide;
  values: GuideValues;
  commands: readonly string[];
};

const registeredUris = ({ redirectUri, signOutUri }: GuideValues) => `| redirect URI | ${redirectUri} |
| post sign-out redirect URI | ${signOutUri} |
`;

const openIt = (
  startUrl: string,
) => `Then open ${startUrl} and sign in. The guide in the console shows the first token as soon as it is issued.
`;

const runIt = `The program prints the answer of the API. A status of 403 means that the application has no role yet. Assign one in the console.
`;

/** The README that explains how to run the sample with its values. It is in English, as the code is. */
export const readmeOf = ({ name, target, guide, values, commands }: ReadmeInput) => `# ${name}

A ${target.name} sample that is connected to ${values.endpoint}.

\`\`\`sh
${commands.join('\n')}
\`\`\`

${guide.startUrl ? openIt(new URL(new URL(guide.startUrl).pathname, values.redirectUri).href) : runIt}
| setting | value |
|---|---|
| issuer | ${values.issuer} |
| app ID | ${values.appId} |
${guide.redirectUri ? registeredUris(values) : ''}
Files whose name starts with \`.env\` can contain secrets. Keep them out of your repository.
`;
