// The build writes the library a second time for this file alone (`second-router.ts`).
export { createBrowserRouter } from "react-router";
