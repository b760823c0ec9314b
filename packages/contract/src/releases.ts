/** Whether a release is newer than another one. A text that is not a version is never newer. */
export const isNewerRelease = (candidate: string, current: string) => {
  const [newer, older] = [partsOf(candidate), partsOf(current)];
  if (!newer || !older) return false;
  const index = newer.findIndex((part, position) => part !== older[position]);
  return index >= 0 && newer[index]! > older[index]!;
};

/** Releases for trying out (`v2.0.0-beta.1`) are not counted. */
const partsOf = (version: string) => /^v?(\d+)\.(\d+)\.(\d+)$/.exec(version)?.slice(1).map(Number);
