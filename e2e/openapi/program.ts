import createClient from 'openapi-fetch';
import type { paths } from './.cache/openapi-typescript.ts';

const { ENDPOINT: baseUrl, TOKEN: token } = process.env;
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } });

const created = await client.POST('/api/roles', { body: { name: 'Generated', description: 'By a client' } });
if (!created.data) throw new Error(JSON.stringify(created.error));
const { id } = created.data;
const path = { id };
const renamed = await client.PATCH('/api/roles/{id}', { params: { path }, body: { name: 'Renamed' } });
const listed = await client.GET('/api/roles', { params: { query: { page: 1, page_size: 100 } } });
const taken = await client.POST('/api/roles', { body: { name: 'Renamed', description: 'Taken' } });
const deleted = await client.DELETE('/api/roles/{id}', { params: { path } });
const gone = await client.GET('/api/roles/{id}', { params: { path } });

console.log(
  JSON.stringify({
    renamed: renamed.data?.name,
    isListed: listed.data?.some(role => role.id === id),
    total: Number(listed.response.headers.get('total-number')) > 0,
    taken: [taken.response.status, taken.error?.code],
    deleted: deleted.response.status,
    gone: [gone.response.status, gone.error?.code],
  }),
);
