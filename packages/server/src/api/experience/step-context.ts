import type { RequestContext } from '../../http/implement.ts';
/** What every step of the sign-in pages works with. */
export type StepContext = Pick<RequestContext<never>, 'tenant' | 'services' | 'request' | 'reply' | 'origin'>;
