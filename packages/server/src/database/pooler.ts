import type { ClientBase } from 'pg';

/** A pooler gives each transaction another session, and makes up the process id that it tells its clients. */
export const isBehindPooler = async (client: ClientBase) => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return (client as ClientBase & { processID: number | null }).processID !== rows[0]?.pid;
};
