import fc from 'fast-check';
import { z } from 'zod';
import { address, description, json, maybe, objects, shorter, shownName } from './generated-parts.ts';
import { hostileText } from './hostile-texts.ts';

const script = hostileText.map(
  text => `// ${text.replace(/\s/g, ' ')}\nconst value = ${JSON.stringify(text)};\n`,
);
const environment = fc.dictionary(fc.stringMatching(/^[A-Z]{1,6}$/), fc.constant('$'), { maxKeys: 2 });

export const tokenScripts = objects(
  fc.record({
    token: fc.constantFrom('access-token', 'client-credentials'),
    script,
    environmentVariables: environment,
    contextSample: maybe(json),
    blockIssuanceOnError: maybe(fc.boolean()),
  }),
  each => each.token,
  2,
);

export const signInScripts = objects(
  fc.record({
    moment: fc.constantFrom('action.postSignIn', 'action.postFirstFactorVerification'),
    script,
    environmentVariables: environment,
    enabled: maybe(fc.boolean()),
    onExecutionError: maybe(fc.constantFrom('block', 'allow')),
  }),
  each => each.moment,
  2,
);

export const templates = objects(
  fc.record({
    templateType: fc.constantFrom('SignIn', 'Register', 'ForgotPassword', 'Generic'),
    languageTag: fc.constantFrom('en', 'de', 'ar', 'zh-CN', 'pt-BR'),
    subject: shorter(500),
    content: fc.array(hostileText, { minLength: 1, maxLength: 4 }).map(list => `{{code}} ${list.join('\n')}`),
    contentType: maybe(fc.constantFrom('text/html', 'text/plain')),
  }),
  each => `${each.templateType} ${each.languageTag}`,
);

export const customText = objects(
  fc.record({
    language: fc.constantFrom('de', 'fr', 'ja', 'ar'),
    text: fc.record({
      sign_in: fc.record({ title: hostileText }),
    }),
  }),
  each => each.language,
);

const label = shorter(120).filter(text => z.safeParse(shownName, text).success);
export const profileFields = objects(
  fc.oneof(
    fc.record({
      name: fc.stringMatching(/^[a-z]{4,9}Field$/),
      type: fc.constant('Text'),
      label,
      description: maybe(description),
      required: fc.boolean(),
      config: maybe(fc.record({ placeholder: description })),
    }),
    fc.record({
      name: fc.stringMatching(/^[a-z]{4,9}Number$/),
      type: fc.constant('Number'),
      label,
      required: fc.boolean(),
      config: maybe(
        fc.record({ minValue: fc.integer({ min: -9, max: 0 }), maxValue: fc.integer({ min: 1, max: 9 }) }),
      ),
    }),
  ),
  each => each.name,
);

export const signInExperience = fc.record({
  customCss: maybe(hostileText),
  customContent: fc.constant(undefined),
  termsOfUseUrl: maybe(address),
  supportEmail: maybe(fc.constant('help@shop.example')),
  agreeToTermsPolicy: maybe(fc.constantFrom('Automatic', 'Manual')),
  color: maybe(
    fc.record({
      primaryColor: fc.stringMatching(/^#[\da-f]{6}$/),
      darkPrimaryColor: fc.stringMatching(/^#[\da-f]{6}$/),
      isDarkModeEnabled: fc.boolean(),
    }),
  ),
});

export const accountCenter = fc.record({
  enabled: fc.boolean(),
  fields: fc.dictionary(
    fc.constantFrom('name', 'email', 'avatar'),
    fc.constantFrom('Off', 'ReadOnly', 'Edit'),
  ),
  customCss: maybe(hostileText),
});

export const tokens = fc.record({
  session: fc.record({ ttl: fc.integer({ min: 3600, max: 90_000 }) }),
  clientIdMetadataDocuments: fc.record({ enabled: fc.boolean() }),
});

export const captcha = fc.option(
  fc.record({ type: fc.constant('Turnstile'), siteKey: hostileText, secretKey: fc.constant('$') }),
  { nil: undefined },
);
