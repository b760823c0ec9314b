/** Rules that hold declarations or other rules, all of which can be read. What else there is, now or later, is left out. */
const knownRules: ReadonlySet<string> = new Set([
  'CSSStyleRule',
  'CSSNestedDeclarations',
  'CSSMediaRule',
  'CSSSupportsRule',
  'CSSContainerRule',
  'CSSScopeRule',
  'CSSStartingStyleRule',
  'CSSLayerBlockRule',
  'CSSLayerStatementRule',
  'CSSKeyframesRule',
  'CSSKeyframeRule',
  'CSSFontFaceRule',
]);

/** Anything that could ask another server for something, and so tell it what is on the page. */
const reachesOut = (value: string) =>
  /url\(|image-set\(|image\(|src\(|cross-fade\(/i.test(value) &&
  !/^url\(["']?data:[^)]*\)$/i.test(value.trim());

/** Browsers keep values with variables as typed, so an escape in them could hide a function that loads a URL. */
const isUnsafe = (value: string) => reachesOut(value) || (value.includes('\\') && value.includes('('));

const cleanStyle = (style: CSSStyleDeclaration) => {
  // The parts of a shorthand with a variable in it have no value yet: then the whole says what it is.
  const isHidden = isUnsafe(style.cssText);
  for (const name of [...style]) {
    const value = style.getPropertyValue(name);
    if (isUnsafe(value) || (isHidden && value === '')) style.removeProperty(name);
  }
};

type Parent = { cssRules: CSSRuleList; deleteRule: (index: number) => void };

const clean = (parent: Parent) => {
  // From the last one: what is taken out changes the places of those after it.
  for (const [index, rule] of Object.entries([...parent.cssRules]).toReversed()) {
    if (!knownRules.has(rule.constructor.name)) parent.deleteRule(Number(index));
    else {
      if ('style' in rule) cleanStyle(rule.style as CSSStyleDeclaration);
      if ('cssRules' in rule) clean(rule as unknown as Parent);
    }
  }
};

/**
 * The tenant's own styles. The browser reads them, so that no spelling of ours or theirs matters; what could reach another
 * server is taken out before anything is shown, and imports do not work in a sheet like this.
 */
export const applyCustomCss = (css: string) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  clean(sheet);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
};
