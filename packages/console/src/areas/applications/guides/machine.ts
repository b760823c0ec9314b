import { bash, type Guide, step } from './guide.ts';

export const guide: Guide = {
  steps: ({ issuer, endpoint, appId, secret, audience }) => [
    step(
      'token',
      bash(`curl ${issuer}/token \\
  -u '${appId}:${secret}' \\
  -d grant_type=client_credentials \\
  -d resource=${audience} \\
  -d scope=all`),
    ),
    step('call_api', bash(`curl ${endpoint}/api/applications -H "Authorization: Bearer $ACCESS_TOKEN"`)),
  ],
};
