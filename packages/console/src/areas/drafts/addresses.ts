import { defineAddresses } from '../../addresses.ts';

export const draftAddresses = defineAddresses('drafts', {
  drafts: '',
  createDraft: 'create',
  draft: { path: '$id', tabs: ['changes', 'replay', 'preview', 'comments', 'settings'] },
});
