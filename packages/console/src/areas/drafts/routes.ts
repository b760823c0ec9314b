import { panel, screen, tabbed } from '../../screen.ts';
import { draftAddresses } from './addresses.ts';

const { at } = draftAddresses;

const load = () => import('./screens.ts');

export const draftRoutes = [
  screen(at.drafts, load, 'DraftList', [screen(at.createDraft, load, 'CreateDraft')]),
  tabbed(at.draft, load, 'DraftDetail', {
    changes: panel(load, 'DraftChanges'),
    replay: panel(load, 'DraftReplay'),
    preview: panel(load, 'DraftPreviewLinks'),
    comments: panel(load, 'DraftComments'),
    settings: panel(load, 'DraftSettings'),
  }),
];
