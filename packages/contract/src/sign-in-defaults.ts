import type { SignInExperience } from './sign-in-experience.ts';

export const defaultPrimaryColor = '#6139F6';

/** Percentage points by which a color is lighter in dark mode. */
const darkModeLift = 10;

/** The same hue and saturation, lighter, so that it stands out on dark ground. */
export const darkColorOf = (color: string) => {
  const digits = color.slice(1);
  const hex = digits.length === 3 ? [...digits].map(digit => digit + digit).join('') : digits;
  const [red, green, blue] = [0, 2, 4].map(
    start => Number.parseInt(hex.slice(start, start + 2), 16) / 255,
  ) as [number, number, number];
  const brightest = Math.max(red, green, blue);
  const darkest = Math.min(red, green, blue);
  const lightness = (brightest + darkest) / 2;
  const spread = brightest - darkest;
  const saturation = spread === 0 ? 0 : spread / (1 - Math.abs(2 * lightness - 1));
  const lifted = Math.min(1, lightness + darkModeLift / 100);
  // In HSL each channel is the lightness plus its share of the spread, which depends on the hue alone.
  const liftedSpread = saturation * (1 - Math.abs(2 * lifted - 1));
  const channel = (value: number) => {
    const share = spread === 0 ? 0 : (value - lightness) / spread;
    return Math.round(Math.min(1, Math.max(0, lifted + share * liftedSpread)) * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(red)}${channel(green)}${channel(blue)}`.toUpperCase();
};

/** The sign-in experience of a new tenant. */
export const defaultSignInExperience: Omit<SignInExperience, 'tenantId'> = {
  id: 'default',
  color: {
    primaryColor: defaultPrimaryColor,
    isDarkModeEnabled: false,
    darkPrimaryColor: darkColorOf(defaultPrimaryColor),
  },
  branding: {},
  hideLogtoBranding: false,
  languageInfo: { autoDetect: true, fallbackLanguage: 'en' },
  termsOfUseUrl: null,
  privacyPolicyUrl: null,
  agreeToTermsPolicy: 'Automatic',
  signIn: {
    methods: [{ identifier: 'username', password: true, verificationCode: false, isPasswordPrimary: true }],
  },
  signUp: { identifiers: ['username'], password: true, verify: false },
  socialSignIn: {},
  socialSignInConnectorTargets: [],
  signInMode: 'SignInAndRegister',
  customCss: null,
  customContent: {},
  customUiAssets: null,
  passwordPolicy: {},
  mfa: { factors: [], policy: 'UserControlled' },
  singleSignOnEnabled: false,
  supportEmail: null,
  supportWebsiteUrl: null,
  unknownSessionRedirectUrl: null,
  captchaPolicy: {},
  sentinelPolicy: {},
  emailBlocklistPolicy: {},
  forgotPasswordMethods: null,
  passkeySignIn: {},
  verificationCodePolicy: {},
  smsPolicy: {},
  securityNotices: {},
  passwordExpiration: { enabled: false, validPeriodDays: 90 },
  usernamePolicy: {
    caseSensitive: true,
    minLength: 1,
    maxLength: 128,
    allowedChars: { lowercase: true, uppercase: true, numbers: true, underscore: true },
  },
  signUpProfileFields: null,
  adaptiveMfa: {},
  signInRecords: {},
  customUiCsp: {},
};

/** After this many failures within an hour an identifier is locked, for this many minutes. */
export const defaultSentinelPolicy = { maxAttempts: 100, lockoutDuration: 60 } as const;

/** Long enough to compare a draft with a month of sign-ins. */
export const defaultRecordDays = 30;

/** Well above what most tenants send, and a bound to what an attack can cost. */
export const defaultSmsPolicy = { allowedCountries: [] as string[], hourlyLimit: 1000 };
