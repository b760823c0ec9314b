import { createContext, type ReactNode, useContext } from 'react';

const english = {
  close: 'Close',
  cancel: 'Cancel',
  confirm: 'Confirm',
  retry: 'Try again',
  copy: 'Copy',
  copied: 'Copied',
  previous: 'Previous',
  next: 'Next',
  search: 'Search',
  clear: 'Clear',
  discard: 'Discard',
  saveChanges: 'Save changes',
  optional: 'optional',
  show: 'Show',
  hide: 'Hide',
  addAnother: 'Add another',
  loading: 'Loading',
  more: 'More actions',
  choose: 'Choose…',
  noMatches: 'Nothing matches',
  selectAll: 'Select all',
  openMenu: 'Open menu',
  navigation: 'Main',
  skipToContent: 'Skip to content',
  details: 'Details',
  somethingWentWrong: 'Something went wrong',
  pageNotFound: 'Page not found',
  pageNotFoundHelp: 'There is nothing at this address. It may have been moved or deleted.',
  unit: 'Unit',
  seconds: 'seconds',
  minutes: 'minutes',
  hours: 'hours',
  days: 'days',
  notifications: 'Notifications',
  pageOf: (page: number, pageCount: number) => `Page ${page} of ${pageCount}`,
  selectRow: (name: string) => `Select ${name}`,
  moreFor: (name: string) => `More actions for ${name}`,
  removeNamed: (name: string) => `Remove ${name}`,
  typeToConfirm: (name: string) => `Type “${name}” to confirm`,
  unsavedChanges: 'Unsaved changes',
  /** The sentence around the names of the changed fields; the names are set in bold. */
  unsavedChangesTo: (fields: ReactNode) => <>Unsaved changes to {fields}</>,
  listFormat: 'en',
};

export type UiText = typeof english;

const UiTextContext = createContext<UiText>(english);

/** Replaces any of the kit's built-in words; those not given stay English. */
export function UiTextProvider({ text, children }: { text: Partial<UiText>; children: ReactNode }) {
  return <UiTextContext value={{ ...english, ...text }}>{children}</UiTextContext>;
}

export const useUiText = () => useContext(UiTextContext);
