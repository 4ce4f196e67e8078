// Development only: React's refresh runtime must be in place before the first component is loaded,
// and the usual inline script for it is forbidden here as everywhere.
const { injectIntoGlobalHook } = (await import(
  /* @vite-ignore */ `${location.origin}/@react-refresh`
)) as {
  injectIntoGlobalHook: (target: Window) => void;
};
injectIntoGlobalHook(window);
Object.assign(window, {
  $RefreshReg$: () => undefined,
  $RefreshSig$: () => (type: unknown) => type,
  __vite_plugin_react_preamble_installed__: true,
});
await import("./entry.client.tsx");

export {};
