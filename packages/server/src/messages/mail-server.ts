import { createTransport } from 'nodemailer';
import type { Environment } from '../env.ts';
import type { Email } from './layout.ts';

/** A server that is slower than this does not answer. */
const answerMs = 10_000;

/** The mail server of the installation; a sender may go by their own name, and never by another address. */
export const createMailServer = ({ SMTP_URL, SMTP_FROM }: Environment) => {
  const transport = createTransport(
    { url: SMTP_URL, connectionTimeout: answerMs, greetingTimeout: answerMs, socketTimeout: answerMs },
    { from: SMTP_FROM },
  );
  const address = /<([^<>]+)>\s*$/.exec(SMTP_FROM ?? '')?.[1] ?? SMTP_FROM ?? '';
  return {
    send: (to: string, email: Email, senderName?: string) =>
      transport.sendMail({
        to,
        ...email,
        ...(senderName ? { from: { name: senderName, address } } : {}),
      }),
    close: () => transport.close(),
  };
};
