/** Answers the lines `SUFFIX:COUNT` of all leaked passwords whose SHA-1 starts with the five characters. */
export type FetchRange = (prefix: string) => Promise<string>;

/** The public service that knows leaked passwords; it sees five characters of a hash, never the password. */
export const pwnedRangeUrl = (prefix: string, service = 'https://api.pwnedpasswords.com/range') =>
  `${service}/${prefix}`;

export const isPwned = async (password: string, fetchRange: FetchRange): Promise<boolean> => {
  const digest = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(password));
  const hash = Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
  const range = await fetchRange(hash.slice(0, 5));
  return range.split(/\r?\n/).some(line => {
    const [suffix, count] = line.trim().split(':');
    // The service pads its answers with suffixes that were seen zero times.
    return suffix?.toUpperCase() === hash.slice(5) && Number(count) > 0;
  });
};
