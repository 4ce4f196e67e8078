const browsers: [name: string, sign: RegExp][] = [
  ["Edge", /\bEdgA?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(?:Firefox|FxiOS)\//],
  ["Chrome", /\b(?:Chrome|CriOS)\//],
  ["Safari", /\bSafari\//],
];
const systems: [name: string, sign: RegExp][] = [
  ["Android", /\bAndroid\b/],
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Windows", /\bWindows\b/],
  ["Mac", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

/** Names a browser, such as `Chrome on Android`; the header itself is not stored, because it reveals more */
export function browserName(userAgent: string | undefined): string {
  const find = (names: typeof browsers) =>
    names.find(([, sign]) => sign.test(userAgent ?? ""))?.[0];
  return `${find(browsers) ?? "A browser"} on ${find(systems) ?? "another device"}`;
}
