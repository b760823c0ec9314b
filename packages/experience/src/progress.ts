import type { Identifier, Interaction, InteractionEvent } from '@gatehouse/contract/experience.ts';
import { data } from './data.ts';

/** Identifiers that codes can be sent to. */
export type CodeIdentifier = Exclude<Identifier, { type: 'username' }>;

/** The recipient of a code, and the verification that checks it. */
export type SentCode = {
  identifier: CodeIdentifier;
  verificationId: string;
  sentAt: number;
  isVerified: boolean;
};
export type Pending = { code: string; data?: Record<string, unknown> };

/** The progress of the interaction on the server, which sends it again after a reload. */
type Progress = {
  event?: InteractionEvent;
  isIdentified: boolean;
  code?: SentCode;
  /** The fields of the tenant were shown and filled in. */
  hasFilledFields?: boolean;
  /** Codes of second factors. */
  factorCodes: Partial<Record<'email' | 'phone', { verificationId: string; sentAt: number }>>;
  /** The data that the server wants before it continues. */
  pending?: Pending;
};

const factorCodesOf = (interaction: Interaction | undefined): Progress['factorCodes'] =>
  Object.fromEntries(
    (interaction?.verificationRecords ?? []).flatMap(({ type, id, sentAt, verified }) => {
      const channel = { MfaEmailVerificationCode: 'email', MfaPhoneVerificationCode: 'phone' }[
        type as string
      ];
      return channel && sentAt && !verified ? [[channel, { verificationId: id, sentAt }]] : [];
    }),
  );

const read = (interaction: Interaction | undefined): Progress => ({
  event: interaction?.interactionEvent,
  isIdentified: interaction?.userId !== undefined,
  pending: interaction?.pending,
  factorCodes: factorCodesOf(interaction),
  code: (interaction?.verificationRecords ?? [])
    .flatMap(({ id, identifier, sentAt, verified }) =>
      sentAt !== undefined && identifier && identifier.type !== 'username'
        ? [{ identifier: identifier as CodeIdentifier, verificationId: id, sentAt, isVerified: verified }]
        : [],
    )
    .sort((one, other) => other.sentAt - one.sentAt)[0],
});

let progress = read(data.interaction);

export const getProgress = (): Readonly<Progress> => progress;

export const advance = (patch: Partial<Progress>) => {
  progress = { ...progress, ...patch };
};

/** A new event forgets what was reached before, here as on the server. */
export const startOver = (event: InteractionEvent | undefined) => {
  progress = { event, isIdentified: false, factorCodes: {} };
};
