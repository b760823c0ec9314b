import { bash, type Guide, step } from './guide.ts';

export const guide: Guide = {
  steps: ({ issuer }) => [step('proxy', bash(`curl ${issuer}/.well-known/openid-configuration`))],
};
