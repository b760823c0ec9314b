import { showRibbon as show } from '@gatehouse/ui/ribbon.ts';
import { say } from '../client.ts';

/** Outside of the page itself, so that every page has it. */
export const showRibbon = (name: string) => show(say('draft_preview.ribbon', { name }));
