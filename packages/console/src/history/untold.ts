/** Changes that the person at this page has just made and that no notice has offered to undo. */
let untold: readonly string[] = [];

export const noteChanges = (ids: readonly string[]) => {
  untold = [...untold, ...ids];
};

/** All of them, for the notice that says what was done. */
export const takeChanges = () => {
  const taken = untold;
  untold = [];
  return taken;
};

/** A write that no notice told of is not undone by the notice of what is done after it. */
export const forgetChangesOnInput = (isWriting: () => boolean) => {
  const forget = () => {
    if (!isWriting()) untold = [];
  };
  for (const gesture of ['pointerdown', 'keydown'] as const)
    window.addEventListener(gesture, forget, { capture: true });
};
