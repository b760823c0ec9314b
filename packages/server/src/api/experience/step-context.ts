import type { RequestContext } from '../../http/implement.ts';
/** The context shared by all steps of the sign-in pages. */
export type StepContext = Pick<RequestContext<never>, 'tenant' | 'services' | 'request' | 'reply' | 'origin'>;
