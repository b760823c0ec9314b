import type { HookEvent } from '@gatehouse/contract/events.ts';
import type { HookDelivery } from '@gatehouse/contract/hooks.ts';

/** The keys of deliveries are those of their events, with a word before. */
export const eventOf = ({ key }: Pick<HookDelivery, 'key'>) => key.replace(/^TriggerHook\./, '') as HookEvent;
