import { describe, expect, test } from 'vitest';
import { decideSignIn } from '../sign-in-decision.ts';
import { configuration, context, signInTable } from '../testing/sign-in-table.ts';
import { contextOfFacts, factsOf } from './facts.ts';
import type { SignInConfiguration, SignInContext } from './situation.ts';

/** Lists of single addresses are about persons, whose addresses are not kept. */
const namesAddresses = ({ emailBlocklistPolicy }: Partial<SignInConfiguration>) =>
  (emailBlocklistPolicy?.customBlocklist ?? []).some(item => !item.startsWith('@'));

const rows = Object.values(signInTable)
  .flat()
  .filter(([, stage, settings]) => (stage === 'identify' || stage === 'submit') && !namesAddresses(settings));

const kept = (situation: SignInContext) =>
  JSON.stringify(factsOf(situation, { isRiskKnown: situation.risks.length > 0 }));

describe('facts of a sign-in', () => {
  test.each(rows)('decide as the sign-in did: %s', (_, stage, settings, situation, says) => {
    const again = contextOfFacts(JSON.parse(kept({ ...context, ...situation })));
    const { verdict } = decideSignIn(stage, { ...configuration, ...settings }, again);
    expect(verdict?.code ?? 'pass').toBe(says);
  });

  test.each(rows)('name no person: %s', (_, __, ___, situation) => {
    const text = kept({ ...context, ...situation });
    for (const personal of ['ada@', '4912345', 'username","value":"ada'])
      expect(text).not.toContain(personal);
  });

  test('tell subaddresses and domains, and nothing else of an address', () => {
    const given = { fields: [], email: 'Ada.Lovelace+shop@Mail.Example.com' };
    expect(contextOfFacts(JSON.parse(kept({ ...context, given }))).given.email).toBe('a+b@mail.example.com');
  });
});
