import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
export type Mail = { from: string; to: string[]; text: string };

/** The headers of a part in quoted-printable, and its body. */
const encodedPart = /(quoted-printable\r\n(?:.+\r\n)*\r\n)([\s\S]*?)(?=\r\n--|$)/gi;

/**
 * RFC 2045 section 6.7, in one pass: in `=3D98`, decoded twice, the 98 of a token after `token=` would become a byte.
 */
const decode = (body: string) =>
  body
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, bytes => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString());

/** A mail server that takes what it is given, unless it is set to be busy. With a certificate it offers encryption. */
export const startMailServer = async (tls?: { key: string; cert: string }) => {
  const received: Mail[] = [];
  let isBusy = false;
  const server = new SMTPServer({
    ...(tls ?? { disabledCommands: ['STARTTLS'] }),
    allowInsecureAuth: !tls,
    onAuth: ({ username, password }, _, done) =>
      username === 'gatehouse' && password === 'secret'
        ? done(null, { user: username })
        : done(new Error('wrong name or password')),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', chunk => chunks.push(chunk));
      stream.on('end', () => {
        if (isBusy) return done(Object.assign(new Error('busy'), { responseCode: 451 }));
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const text = Buffer.concat(chunks)
          .toString()
          .replace(encodedPart, (_, head, body) => head + decode(body));
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), text });
        return done();
      });
    },
  });
  await new Promise<void>(resolve => server.listen(0, tls ? 'localhost' : '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://gatehouse:secret@127.0.0.1:${port}`;
  return {
    port,
    url,
    /** Variables that make an app send its own mail through this server. */
    variables: { SMTP_URL: url, SMTP_FROM: 'no-reply@gatehouse.example' },
    received,
    beBusy(busy: boolean) {
      isBusy = busy;
    },
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
};
