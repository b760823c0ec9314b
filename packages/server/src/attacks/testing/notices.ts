import { keepMessages } from '../../api/experience/testing/visit.ts';
import { call, type TestApp } from '../../http/testing/app.ts';
import { password } from './people.ts';

export type Notice = {
  templateType: string;
  recipient: string;
  payload: {
    link?: string;
    isByAdministrator: boolean;
    factors: string[];
    name?: string;
    ip?: string;
    userAgent?: string;
    application?: { name: string };
  };
};

/** Users with proven addresses, and what they are told. */
export const watchNotices = async (app: TestApp) => {
  await keepMessages(app);
  await app.manage('PATCH', '/account-center', {
    enabled: true,
    fields: { mfa: 'Edit', password: 'Edit', session: 'Edit', email: 'Edit', phone: 'Edit' },
  });
  await app.manage('PATCH', '/sign-in-exp', {
    mfa: { policy: 'NoPrompt', factors: ['Totp', 'BackupCode'] },
  });

  /** The latest first; codes are not notices. */
  const toldTo = async (recipient: string): Promise<Notice[]> => {
    await app.app.services.jobs.runDue();
    const { body } = await app.manage('GET', `/development-mailbox?${new URLSearchParams({ recipient })}`);
    return (body as Notice[]).filter(({ payload }) => 'isByAdministrator' in payload);
  };
  return {
    toldTo,
    typesTo: async (recipient: string) => (await toldTo(recipient)).map(({ templateType }) => templateType),
    linkTo: async (recipient: string) => (await toldTo(recipient))[0]?.payload.link ?? '',
    create: async (username: string, fields: Record<string, unknown> = {}) => {
      const primaryEmail = `${username}@example.com`;
      const user = { username, password, primaryEmail, isEmailVerified: true, ...fields };
      return (await app.manage('POST', '/users', user)).body.id as string;
    },
    readUser: async (id: string) => (await app.manage('GET', `/users/${id}`)).body,
  };
};

export const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? '';

export const lockBy = (origin: string, token: string) =>
  call(`${origin}/api/experience/account-lock`, { method: 'POST', body: { token } });
