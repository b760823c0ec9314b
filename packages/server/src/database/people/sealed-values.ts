import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const prefix = 'sealed.1.';
const pattern = /^sealed\.1\.([\w~-]{1,64})\.([\w-]{38,})$/;
const nonceBytes = 12;
const tagBytes = 16;

/** A sealed value is `sealed.1.{subject}.{nonce, tag and cipher text in base64url}`: whose it is can be read, what it is cannot. */
export const sealValue = (key: Buffer, { tenantId, subject }: Person, value: unknown) => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`${tenantId} ${subject}`));
  const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
  return `${prefix}${subject}.${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
};

/** Undefined for text that only looks sealed: users can type anything. */
export const openValue = (key: Buffer, { tenantId, subject }: Person, sealed: string): unknown => {
  const bytes = Buffer.from(pattern.exec(sealed)?.[2] ?? '', 'base64url');
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(`${tenantId} ${subject}`))
      .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8');
    return JSON.parse(text + decipher.final('utf8'));
  } catch {
    return undefined;
  }
};

const family = 'sealed.';
const mark = `${family}0.`;

const mapTexts = (change: (text: string) => string) => {
  const visit = (part: unknown): unknown => {
    if (typeof part === 'string') return change(part);
    if (part === null || typeof part !== 'object') return part;
    if (Array.isArray(part)) return part.map(visit);
    if (Object.getPrototypeOf(part) !== Object.prototype) return part;
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, visit(value)]));
  };
  return <Value>(value: Value) => visit(value) as Value;
};

/** New values are not sealed yet: text that looks sealed is escaped, or it would read as that of an erased person. */
export const markLookalikes = mapTexts(text => (text.startsWith(family) ? `${mark}${text}` : text));

export const isMarked = (value: unknown): value is string =>
  typeof value === 'string' && value.startsWith(mark);
export const withoutMark = (text: string) => text.slice(mark.length);
export const withoutMarks = mapTexts(text => (isMarked(text) ? withoutMark(text) : text));

export type Person = { tenantId: string; subject: string };

/** Whose key sealed a value; undefined when it is not sealed. */
export const sealedSubject = (value: unknown) =>
  typeof value === 'string' && value.startsWith(prefix) ? pattern.exec(value)?.[1] : undefined;

/** Every subject whose key is needed to read a value. */
export const sealedSubjects = (value: unknown): string[] => {
  const found = new Set<string>();
  const visit = (part: unknown) => {
    const subject = sealedSubject(part);
    if (subject) found.add(subject);
    else if (part !== null && typeof part === 'object') for (const each of Object.values(part)) visit(each);
  };
  visit(value);
  return [...found];
};
