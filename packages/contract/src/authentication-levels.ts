/**
 * Authentication levels, the weakest first: one factor, two factors, two factors of which one is phishing-resistant
 * (a passkey). Each satisfies a request for a weaker one.
 */
export const acrValues = ['urn:gatehouse:acr:1fa', 'urn:gatehouse:acr:mfa', 'urn:gatehouse:acr:phr'] as const;
export type Acr = (typeof acrValues)[number];

export const [singleFactorAcr, multiFactorAcr, phishingResistantAcr] = acrValues;

export const isAcr = (value: unknown): value is Acr => acrValues.some(acr => acr === value);

/** An unknown level satisfies no requirement. */
export const reaches = (reached: Acr | undefined, required: Acr) =>
  reached !== undefined && acrValues.indexOf(reached) >= acrValues.indexOf(required);

export const strongest = (values: readonly Acr[]): Acr | undefined =>
  values.toSorted((one, other) => acrValues.indexOf(other) - acrValues.indexOf(one))[0];

/** The level that authentication methods (RFC 8176) amount to. */
export const acrOf = (amr: readonly string[]): Acr => {
  if (!amr.includes('mfa')) return singleFactorAcr;
  return amr.includes('swk') || amr.includes('hwk') ? phishingResistantAcr : multiFactorAcr;
};
