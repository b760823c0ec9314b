import { expect, test } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

test('passwords are hashed with what OWASP recommends first, unless a cost is given', async () => {
  expect(await createPasswordHasher().hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  const cheap = createPasswordHasher({ cost: { memoryCost: 64, timeCost: 1 } });
  const digest = await cheap.hash('correct horse');
  expect(digest).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect(await createPasswordHasher().verify('default', digest, 'correct horse', 'Argon2id')).toBe(true);
});
