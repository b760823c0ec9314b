/** Anything that could ask another server for something, and so tell it what is on the page. */
const reachesOut = (value: string) =>
  /url\(|image-set\(|image\(|src\(|cross-fade\(/i.test(value) &&
  !/^url\(["']?data:[^)]*\)$/i.test(value.trim());

/** Custom properties are kept as they were typed: an escape could hide what they become later. */
const isUnsafe = (name: string, value: string) =>
  reachesOut(value) || (name.startsWith('--') && value.includes('\\'));

const clean = (rules: CSSRuleList) => {
  for (const rule of rules) {
    if ('style' in rule && rule.style instanceof CSSStyleDeclaration) {
      const { style } = rule;
      for (const name of [...style]) {
        if (isUnsafe(name, style.getPropertyValue(name))) style.removeProperty(name);
      }
    }
    if ('cssRules' in rule) clean(rule.cssRules as CSSRuleList);
  }
};

/**
 * The tenant's own styles. The browser reads them, so that no spelling of ours or theirs matters; what could reach another
 * server is taken out before anything is shown, and imports do not work in a sheet like this.
 */
export const applyCustomCss = (css: string) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  clean(sheet.cssRules);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
