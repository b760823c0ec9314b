/** The page that preview links lead to. */
export const draftPreviewLinkPath = '/open-preview';

/** Below it, the sign-in pages have the settings of a draft. */
export const draftPreviewPath = '/draft-preview';
