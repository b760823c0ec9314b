/** The longest time in seconds between two of these moments, the beginning and the end of the measurement included. */
export const longestGap = (times, from, to) => {
  const moments = [from, ...times.filter(time => time > from && time < to), to];
  let longest = 0;
  for (let index = 1; index < moments.length; index += 1)
    longest = Math.max(longest, moments[index] - moments[index - 1]);
  return Number((longest / 1000).toFixed(1));
};

/** The value below which this share of them lies, in seconds. */
export const percentile = (milliseconds, share) => {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Number((value / 1000).toFixed(2));
};
