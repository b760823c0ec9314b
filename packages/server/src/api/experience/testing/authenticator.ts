import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const text = (value: string) => Buffer.from(value, 'utf8');
const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();

/** The few forms of CBOR that an attestation needs (RFC 8949). */
const cbor = {
  head: (major: number, length: number) =>
    length < 24
      ? Buffer.from([(major << 5) | length])
      : length < 256
        ? Buffer.from([(major << 5) | 24, length])
        : Buffer.from([(major << 5) | 25, length >> 8, length & 255]),
  integer: (value: number) => (value >= 0 ? cbor.head(0, value) : cbor.head(1, -1 - value)),
  bytes: (value: Buffer) => Buffer.concat([cbor.head(2, value.length), value]),
  text: (value: string) => Buffer.concat([cbor.head(3, value.length), text(value)]),
  map: (...entries: [Buffer, Buffer][]) => Buffer.concat([cbor.head(5, entries.length), ...entries.flat()]),
};

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

/**
 * A security key made of a key pair: it answers the challenges that a browser would hand to a real one. `home` is the site
 * that its keys belong to, `origin` the page that asks.
 */
export const createAuthenticator = (origin: string, home = origin) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;

  const coseKey = cbor.map(
    [cbor.integer(1), cbor.integer(2)],
    [cbor.integer(3), cbor.integer(-7)],
    [cbor.integer(-1), cbor.integer(1)],
    [cbor.integer(-2), cbor.bytes(Buffer.from(x, 'base64url'))],
    [cbor.integer(-3), cbor.bytes(Buffer.from(y, 'base64url'))],
  );
  const authenticatorData = (flags: number, rest = Buffer.alloc(0)) => {
    counter += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(new URL(home).hostname), Buffer.from([flags]), count, rest]);
  };
  const clientData = (type: string, challenge: string) => text(JSON.stringify({ type, challenge, origin }));
  const credential = { type: 'WebAuthn', id, rawId: id, clientExtensionResults: {} };

  return {
    register({ challenge }: { challenge: string }) {
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, 16]), credentialId, coseKey]);
      const attestationObject = cbor.map(
        [cbor.text('fmt'), cbor.text('none')],
        [cbor.text('attStmt'), cbor.map()],
        [cbor.text('authData'), cbor.bytes(authenticatorData(userPresent | hasCredential, attested))],
      );
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['usb'],
        },
      };
    },
    /** `unlockedBy`: the user whose finger or code unlocked it, as its own memory knows them. */
    authenticate({ challenge }: { challenge: string }, unlockedBy?: string) {
      const data = authenticatorData(unlockedBy === undefined ? userPresent : userPresent | userVerified);
      const client = clientData('webauthn.get', challenge);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(unlockedBy === undefined ? {} : { userHandle: Buffer.from(unlockedBy).toString('base64url') }),
        },
      };
    },
  };
};
