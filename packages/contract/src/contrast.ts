const channels = (color: string) => {
  const digits = color.slice(1);
  const hex = digits.length === 3 ? [...digits].map(digit => digit + digit).join('') : digits;
  return [0, 2, 4].map(start => Number.parseInt(hex.slice(start, start + 2), 16) / 255);
};

/** Relative luminance, as WCAG 2 defines it. */
const luminanceOf = (color: string) => {
  const [red = 0, green = 0, blue = 0] = channels(color).map(value =>
    value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const hexColor = /^#(?:[\da-f]{3}|[\da-f]{6})$/i;

/** The contrast ratio of two colors, from 1 to 21. Undefined while a color is incomplete. */
export const contrastBetween = (one: string, other: string) => {
  if (!hexColor.test(one) || !hexColor.test(other)) return undefined;
  const [lighter = 0, darker = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
};

/** Below this, WCAG calls a control hard to see. */
export const leastContrast = 3;
