import { z } from 'zod';
import { mfaFactors } from './mfa.ts';
import { refusalSettings } from './refusals.ts';

/** How far back a draft can be replayed. */
export const replayPeriods = [7, 30, 90] as const;

/** The effect of a draft on a sign-in: it is refused, asks the user for more, or the other way round. */
export const replayKinds = ['refused', 'refusedOtherwise', 'asked', 'spared', 'admitted'] as const;
export type ReplayKind = (typeof replayKinds)[number];

export const replayDetails = z.object({
  kind: z.enum(replayKinds),
  /** The error that the sign-in page gets: with the draft, or now where the draft lets users through. */
  code: z.string(),
  /** The rule of the sign-in decision. */
  rule: z.string(),
  setting: z.enum(refusalSettings).optional(),
  factors: z.array(z.enum(mfaFactors)).optional(),
  missingProfile: z.array(z.string()).optional(),
  isSkippable: z.boolean().optional(),
});
export type ReplayDetails = z.infer<typeof replayDetails>;

const replayedSignIn = z.object({
  signInId: z.string(),
  at: z.number(),
  userId: z.string().nullable(),
  /** Absent for callers who cannot read users. */
  userName: z.string().nullable().optional(),
  applicationId: z.string().nullable(),
});
export type ReplayedSignIn = z.infer<typeof replayedSignIn>;

const replayGroup = replayDetails.extend({
  signIns: z.number(),
  people: z.number(),
  /** The latest ones. */
  examples: z.array(replayedSignIn),
});
export type ReplayGroup = z.infer<typeof replayGroup>;

export const draftReplay = z.object({
  from: z.number(),
  until: z.number(),
  signIns: z.number(),
  changed: z.number(),
  /** Sign-ins that today's settings decide differently than those of that time. */
  outdated: z.number(),
  /** Sign-ins about which the draft wants to know risks that were not looked for. */
  unknown: z.number(),
  /** The share of all sign-ins that were replayed, where there are too many. */
  sample: z.number().optional(),
  /** Whether scripts have a say in sign-ins. They are not run. */
  isScripted: z.boolean(),
  days: z.array(z.object({ date: z.string(), signIns: z.number(), changed: z.number() })),
  groups: z.array(replayGroup),
});
export type DraftReplay = z.infer<typeof draftReplay>;

export const replayQuery = z.object({
  days: z.coerce
    .number()
    .pipe(z.literal([...replayPeriods]))
    .default(7),
});
