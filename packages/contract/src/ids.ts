const letters = 'abcdefghijklmnopqrstuvwxyz';
const lowercase = `0123456789${letters}`;
const mixedCase = `${lowercase}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** The longest ids of each kind; most are standard ids. */
export const idSizes = { standard: 21, user: 12, connector: 128 } as const;

/** Random bytes are fetched many at a time: an id is made with every request. Each is given away once. */
const pool = new Uint8Array(1024);
let used = pool.length;
const randomByte = () => {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const byte = pool[used]!;
  pool[used] = 0;
  used += 1;
  return byte;
};

const generate = (size: number, alphabet: string) => {
  // Bytes above the last whole multiple of the alphabet are thrown away, so that each character is equally likely.
  const ceiling = 256 - (256 % alphabet.length);
  let id = '';
  while (id.length < size) {
    const byte = randomByte();
    if (byte < ceiling) id += alphabet[byte % alphabet.length];
  }
  return id;
};

/** The id of a tenant: six characters that begin with a letter, so that it can be the first label of a host name. */
export const generateTenantId = () => generate(1, letters) + generate(5, lowercase);

/** The id of almost everything: 21 characters, digits and lower case. */
export const generateId = () => generate(21, lowercase);

/** The id of users, connectors and organizations: 12 characters. */
export const generateShortId = () => generate(12, lowercase);

/** A secret: 32 characters, digits and both cases. */
export const generateSecret = () => generate(32, mixedCase);

/** A short random value to carry through a redirect. */
export const generateState = (size: number) => generate(size, mixedCase);
