export { ScrollRestoration } from "react-router";
