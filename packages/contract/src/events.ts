import { type DataEvent, dataEvents } from './entities.ts';

/** What happens in a sign-in that a webhook can hear of. */
export const interactionHookEvents = ['PostRegister', 'PostSignIn', 'PostResetPassword'] as const;

/** What went wrong and deserves attention. */
export const exceptionHookEvents = [
  'Identifier.Lockout',
  'PostSignInAdaptiveMfaTriggered',
  'Message.RateLimited',
  'Grant.LimitExceeded',
] as const;

export type HookEvent =
  | (typeof interactionHookEvents)[number]
  | DataEvent
  | (typeof exceptionHookEvents)[number];

export const hookEvents: readonly HookEvent[] = [
  ...interactionHookEvents,
  ...dataEvents,
  ...exceptionHookEvents,
];
