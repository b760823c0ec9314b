import { setTimeout as pause } from 'node:timers/promises';

const sessions = 3;
const registrations = 2;
/** As clients do that get no answer: they ask again, and soon. */
const beforeRetryMs = 50;
const redirectUri = 'https://app.example/callback';

/** The server has decided; anything else is no answer. */
const isRefusal = status => status >= 400 && status < 500 && status !== 429;

const ask = async (address, { method, headers = {}, body }) => {
  try {
    const answer = await fetch(address, {
      method,
      headers,
      body,
      signal: AbortSignal.timeout(30_000),
    });
    return { status: answer.status, body: await answer.json() };
  } catch {
    return { status: 0 };
  }
};

/**
 * Clients that depend on the answer before: each refresh takes the token of the last one, and so does each update of a
 * registration. One that gets no answer asks again with what it has. What is refused then is lost.
 */
export const startLongLived = async ({ endpoint, manage, signIn, clientId }) => {
  await manage('PATCH', '/configs/client-registration', { mode: 'Open' });
  const tally = { rotations: 0, updates: 0, lost: [] };
  let isOver = false;

  /** Until the server has an answer, good or bad. */
  const insist = async (path, request) => {
    for (;;) {
      const answer = await ask(`${endpoint}${path}`, request);
      if (answer.status === 200 || answer.status === 201 || isRefusal(answer.status) || isOver) return answer;
      await pause(beforeRetryMs);
    }
  };

  const keepSession = async () => {
    let token;
    while (!token && !isOver) token = (await signIn())?.refresh_token;
    while (!isOver) {
      const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: token };
      const { status, body } = await insist('/oidc/token', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(form).toString(),
      });
      if (status === 200) {
        if (body.refresh_token === token) tally.lost.push('a refresh token did not change');
        token = body.refresh_token;
        tally.rotations += 1;
      } else if (isRefusal(status)) {
        tally.lost.push(`refresh: ${status} ${JSON.stringify(body)}`);
        return;
      }
      await pause(20);
    }
  };

  const json = { 'content-type': 'application/json' };
  const keepRegistration = async () => {
    const about = { redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' };
    const { body: client } = await insist('/oidc/register', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ client_name: 'Drill', ...about }),
    });
    let token = client?.registration_access_token;
    for (let round = 1; !isOver && token; round += 1) {
      const { status, body } = await insist(`/oidc/register/${client.client_id}`, {
        method: 'PUT',
        headers: { ...json, authorization: `Bearer ${token}` },
        body: JSON.stringify({ client_id: client.client_id, client_name: `Drill ${round}`, ...about }),
      });
      if (status === 200) {
        token = body.registration_access_token;
        tally.updates += 1;
      } else if (isRefusal(status)) {
        tally.lost.push(`registration: ${status} ${JSON.stringify(body)}`);
        return;
      }
      await pause(20);
    }
  };

  const running = [
    ...Array.from({ length: sessions }, keepSession),
    ...Array.from({ length: registrations }, keepRegistration),
  ];
  return {
    tally,
    async stop() {
      isOver = true;
      await Promise.all(running);
    },
  };
};
