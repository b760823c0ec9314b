import {
  bash,
  filesOf,
  type Guide,
  type GuideApi,
  type GuideStep,
  type GuideValues,
  type Snippet,
  snippet,
} from './guide.ts';

type WithApi = GuideValues & { api: GuideApi };

const commandsOf = (steps: readonly GuideStep[]) =>
  steps.flatMap(({ snippets }) => snippets).filter(({ language }) => language === 'bash');

/** Snippets that a guide adds to call an API: every new or changed file, in full, and every changed command. */
export const callApi = (guide: Guide, values: WithApi, isConfidential: boolean): Snippet[] => {
  const { api: _, ...without } = values;
  const [before, after] = [guide.steps(without), guide.steps(values)];
  const known = [...filesOf(before), ...commandsOf(before)];
  const isNew = ({ file, code }: Snippet) => !known.some(each => each.file === file && each.code === code);
  const changed = [...filesOf(after), ...commandsOf(after)].filter(isNew);
  return changed.length > 0 ? changed : requests(values, isConfidential);
};

/** The same as requests, for any library: ask for the API, exchange the code, call, and renew after a 401. */
const requests = (
  { issuer, appId, secret, redirectUri, api }: WithApi,
  isConfidential: boolean,
): Snippet[] => {
  const query = new URLSearchParams({
    client_id: appId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: `openid profile offline_access ${api.scope}`,
    prompt: 'consent',
    resource: api.resource,
  });
  const credentials = isConfidential ? `-u '${appId}:${secret}'` : `-d client_id=${appId}`;
  return [
    snippet('http', 'GET', `${issuer}/auth?${query}`),
    bash(`# Exchange the code for a token of the API.
curl ${issuer}/token ${credentials} \\
  -d grant_type=authorization_code \\
  -d code="$CODE" \\
  -d code_verifier="$CODE_VERIFIER" \\
  -d redirect_uri=${redirectUri} \\
  -d resource=${api.resource}

# Call the API.
curl -i ${api.url} -H "Authorization: Bearer $ACCESS_TOKEN"

# After a 401, get a new token.
curl ${issuer}/token ${credentials} \\
  -d grant_type=refresh_token \\
  -d refresh_token="$REFRESH_TOKEN" \\
  -d resource=${api.resource}`),
  ];
};
