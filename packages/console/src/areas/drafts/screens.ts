/** In one file for the bundler: the first screen of the console pays for the name of each. */
export { DraftChanges } from './changes.tsx';
export { DraftComments } from './comments.tsx';
export { CreateDraft } from './create.tsx';
export { DraftDetail } from './detail.tsx';
export { DraftList } from './list.tsx';
export { DraftPreviewLinks } from './preview.tsx';
export { DraftReplay } from './replay.tsx';
export { DraftSettings } from './settings.tsx';
