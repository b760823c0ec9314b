import { type DataEvent, dataEvents } from './entities.ts';

/** Sign-in events that webhooks can receive. */
export const interactionHookEvents = ['PostRegister', 'PostSignIn', 'PostResetPassword'] as const;

/** Events for problems that need attention. */
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
